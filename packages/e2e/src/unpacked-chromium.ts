import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Executable } from './chromium.ts'

const packageUrl = import.meta.resolve('@sparticuz/chromium')
const cacheFolder = fileURLToPath(new URL('../../../node_modules/.cache/marashi-chromium/', import.meta.url))

/**
 * The whole Chromium that npm carries (Linux on x64 only), unpacked once per version into the project's cache, about
 * 206 MB, together with the NSS libraries and the fonts that a bare machine lacks.
 */
export async function unpackedChromium(): Promise<Executable> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error(`the Chromium from npm runs on Linux x64, this is ${process.platform} ${process.arch}`)
  }
  const manifest = await readFile(new URL('../../package.json', packageUrl), 'utf8')
  const folder = join(cacheFolder, JSON.parse(manifest).version)
  if (!existsSync(folder)) await unpackInto(folder)
  const libraries = [join(folder, 'al2023', 'lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(delimiter)
  return {
    executablePath: join(folder, 'chromium'),
    env: { LD_LIBRARY_PATH: libraries, FONTCONFIG_FILE: join(folder, fontsFile) },
  }
}

/** Unpacks aside and renames at the end: two processes that start together both find a whole browser. */
async function unpackInto(folder: string): Promise<void> {
  await mkdir(cacheFolder, { recursive: true })
  const aside = await mkdtemp(join(cacheFolder, 'unpacking-'))
  try {
    // The package unpacks into the temporary folder, and its NSS libraries only where it believes to run on Lambda;
    // a process of its own keeps both beliefs away from ours.
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
