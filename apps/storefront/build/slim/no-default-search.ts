import type { Plugin } from 'vite'

const none = '\0no-default-search'

/** Leaves out the router's own way to read and write search parameters: the shop has another, in the rule `page-address`. */
export function noDefaultSearch(): Plugin {
  return {
    name: 'no-default-search',
    enforce: 'pre',
    resolveId(source, importer) {
      return source === './searchParams.js' && /router-core.+[\\/]router\.js$/.test(importer ?? '') ? none : undefined
    },
    load: (id) =>
      id === none ? 'export const defaultParseSearch = undefined, defaultStringifySearch = undefined' : undefined,
  }
}
