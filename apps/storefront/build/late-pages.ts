import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

/** Replaces the router's `lazyRouteComponent` by the one in `module` of the app, for the reason given there. */
export function latePages(module: URL): Plugin {
  return {
    name: 'late-pages',
    enforce: 'pre',
    resolveId(source, importer) {
      const isFromRouter = source === './lazyRouteComponent.js' && importer?.includes('react-router')
      return isFromRouter ? fileURLToPath(module) : undefined
    },
  }
}
