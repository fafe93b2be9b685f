import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const ownPages = fileURLToPath(new URL('../src/lib/late-page.tsx', import.meta.url))

/** Lets the pages that the router splits off be fetched by our own `lazyRouteComponent`; it says why. */
export function latePages(): Plugin {
  return {
    name: 'late-pages',
    enforce: 'pre',
    resolveId(source, importer) {
      const isRouters = source === './lazyRouteComponent.js' && importer?.includes('react-router')
      return isRouters ? ownPages : undefined
    },
  }
}
