import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { findPackageJSON } from 'node:module'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Executable } from './chromium.ts'

const packageUrl = import.meta.resolve('@sparticuz/chromium')
const cacheFolder = fileURLToPath(new URL('../../../node_modules/.cache/marashi-chromium/', import.meta.url))

/** The Chromium that npm carries is built for Linux on x64 alone. */
export const isNpmChromiumForThisMachine = process.platform === 'linux' && process.arch === 'x64'

/**
 * The whole Chromium that npm carries, unpacked once per version into the project's cache, about
 * 206 MB, together with the NSS libraries and the fonts that a minimal machine lacks.
 */
export async function unpackedChromium(): Promise<Executable> {
  const folder = join(cacheFolder, await packagedVersion())
  if (!existsSync(folder)) await unpackInto(folder)
  const libraries = [join(folder, 'al2023', 'lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(delimiter)
  return {
    executablePath: join(folder, 'chromium'),
    env: { LD_LIBRARY_PATH: libraries, FONTCONFIG_FILE: join(folder, fontsFile) },
  }
}

/** Version of the Chromium that the lockfile names, as `153.0.0`. */
export async function packagedVersion(): Promise<string> {
  const manifest = findPackageJSON('@sparticuz/chromium', import.meta.url)
  if (manifest === undefined) throw new Error('@sparticuz/chromium is not installed.')
  return JSON.parse(await readFile(manifest, 'utf8')).version
}

/** Unpacks into a temporary folder and renames it at the end, so that two processes at once both find a complete browser. */
async function unpackInto(folder: string): Promise<void> {
  await mkdir(cacheFolder, { recursive: true })
  const aside = await mkdtemp(join(cacheFolder, 'unpacking-'))
  try {
    // The package unpacks into the temporary folder, and its NSS libraries only if it detects Lambda; a process of its own
    // keeps these environment variables away from ours.
    const script = `import chromium from '${packageUrl}'; await chromium.executablePath()`
    const env = { ...process.env, TMPDIR: aside, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' }
    await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], { env })
    await writeFile(join(aside, fontsFile), fontsConfig)
    await rename(aside, folder).catch((error: unknown) => {
      if (!existsSync(folder)) throw error
    })
  } finally {
    await rm(aside, { recursive: true, force: true })
  }
}

const fontsFile = 'marashi-fonts.conf'

/** The machine's own fonts, if any, and the package's Open Sans: without a single font Chromium dies at the first text. */
const fontsConfig = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`
