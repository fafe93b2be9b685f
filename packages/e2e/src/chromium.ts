import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'
import { isNpmChromiumForThisMachine, unpackedChromium } from './unpacked-chromium.ts'

/**
 * Launches a headless Chromium: the one that `CHROME_PATH` names, else the one from npm, so that a run depends on the
 * lockfile and not on the machine. Where npm's does not run (it is for Linux on x64), it takes an installed Chrome,
 * Chromium or Edge. Throws with the reason of every attempt when none starts.
 */
export async function launchChromium({ extraFlags = [] }: { extraFlags?: string[] } = {}): Promise<Browser> {
  const launch = (executable: Executable) => launchWith([...flags, ...extraFlags], executable)
  const named = process.env.CHROME_PATH
  if (named) return launch({ executablePath: named })
  if (isNpmChromiumForThisMachine) return launch(await unpackedChromium())
  const failures: string[] = []
  // An installed file may be a stub that only explains how to install the browser, so the next one is tried.
  for (const executablePath of installedPlaces().filter((place) => existsSync(place))) {
    try {
      return await launch({ executablePath })
    } catch (error) {
      failures.push(`${executablePath}: ${error}`)
    }
  }
  throw new Error(`No Chromium starts here; set CHROME_PATH to one.\n${failures.join('\n')}`)
}

/** A program file, and the environment variables that it needs besides ours. */
export type Executable = { executablePath: string; env?: Record<string, string> }

const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

function launchWith(args: string[], { executablePath, env }: Executable): Promise<Browser> {
  return chromium.launch({ executablePath, args, timeout: 20_000, env: { ...process.env, ...env } })
}

function installedPlaces(): string[] {
  if (process.platform === 'darwin') {
    const apps = ['Google Chrome', 'Chromium', 'Microsoft Edge']
    return ['/Applications', join(homedir(), 'Applications')].flatMap((folder) =>
      apps.map((app) => join(folder, `${app}.app`, 'Contents', 'MacOS', app)),
    )
  }
  if (process.platform === 'win32') {
    const folders = [process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA]
    const programs = ['Google\\Chrome\\Application\\chrome.exe', 'Microsoft\\Edge\\Application\\msedge.exe']
    return folders.flatMap((folder) => (folder ? programs.map((program) => join(folder, program)) : []))
  }
  const names = ['google-chrome-stable', 'google-chrome', 'chromium', 'chromium-browser', 'microsoft-edge-stable']
  return ['/usr/bin', '/usr/local/bin', '/snap/bin'].flatMap((folder) => names.map((name) => join(folder, name)))
}
