import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const ownMaker = fileURLToPath(new URL('../../../packages/ui/src/lucide-icon.tsx', import.meta.url))

/**
 * Lets Lucide's drawings be made into components by our own small maker, and takes out names and the random keys of
 * their lines, which it does not use: 2 KiB less on every first page.
 */
export function slimIcons(): Plugin {
  return {
    name: 'slim-icons',
    enforce: 'pre',
    resolveId(source, importer) {
      const isMaker = /createLucideIcon\.m?js$/.test(source) && importer?.includes('lucide-react')
      return isMaker ? ownMaker : undefined
    },
    transform(code, id) {
      return /lucide-react.+\/icons\//.test(id) ? code.replaceAll(/,\s*key: "\w+"|name: "[\w-]+",/g, '') : undefined
    },
  }
}
