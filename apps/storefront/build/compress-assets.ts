import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { Plugin } from 'vite'

const compress = promisify(brotliCompress)
const compressible = /\.(js|css|svg|json|webmanifest)$/
/** Smaller files gain nothing. */
const worthwhileBytes = 512

/** Writes `<file>.br` beside every text asset, at brotli's best and slowest level, for the server to send as it is. */
export function compressAssets(): Plugin {
  let folder = ''
  return {
    name: 'compress-assets',
    apply: 'build',
    configResolved(config) {
      folder = path.resolve(config.root, config.build.outDir)
    },
    writeBundle: {
      sequential: true,
      async handler() {
        const names = await readdir(folder, { recursive: true })
        await Promise.all(
          names.filter((name) => compressible.test(name)).map((name) => compressFile(path.join(folder, name))),
        )
      },
    },
  }
}

async function compressFile(file: string): Promise<void> {
  const content = await readFile(file)
  if (content.length < worthwhileBytes) return
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
  await writeFile(`${file}.br`, await compress(content, { params }))
}
