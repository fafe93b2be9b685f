import type { Plugin } from 'vite'

/** Lets the router's store use React's `useSyncExternalStore` instead of a copy of it for React 17. */
export function ownStoreHook(): Plugin {
  return {
    name: 'own-store-hook',
    enforce: 'pre',
    resolveId(source, importer) {
      const direct = source.replace('use-sync-external-store/shim', 'use-sync-external-store')
      return direct === source ? undefined : this.resolve(direct, importer, { skipSelf: true })
    },
  }
}
