import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Plugin } from 'vite'

type Manifest = Record<string, { file: string; isEntry?: boolean; css?: string[] }>

/**
 * Names the one stylesheet in the manifest as the entry's. Vite does this only where every chunk has its own styles,
 * and then the order of rules with equal specificity would not be fixed.
 */
export function nameStyles(): Plugin {
  let file = ''
  return {
    name: 'name-styles',
    apply: 'build',
    configResolved(config) {
      file = path.resolve(config.root, config.build.outDir, '.vite/manifest.json')
    },
    writeBundle: {
      sequential: true,
      async handler() {
        const manifest = JSON.parse(await readFile(file, 'utf8')) as Manifest
        const entry = Object.values(manifest).find((chunk) => chunk.isEntry)
        const styles = manifest['style.css']
        if (!entry || !styles) throw new Error('The bundle has no entry or no styles.')
        entry.css = [styles.file]
        await writeFile(file, JSON.stringify(manifest, null, 2))
      },
    },
  }
}
