/** What is imported by whom, as the bundler tells. */
type Importers = (id: string) => readonly string[]

/** The pages that shoppers come in by. */
const firstPages = ['index', 'shop', 'product.$id'].map((name) => `/routes/${name}.tsx?tsr-split=component`)

/**
 * The file for a small module that several pages use: `shared`, which every first page loads, where the entry or more than one of
 * the pages that shoppers come in by need it; `later`, where none of them does. Null leaves it to the bundler.
 */
export function sharedPart(id: string, importersOf: Importers): 'shared' | 'later' | null {
  const users = usersOf(id, importersOf)
  const has = (ending: string) => [...users].some((user) => user.replaceAll('\\', '/').endsWith(ending))
  if (has('/src/entry-client.tsx')) return 'shared'
  const pages = firstPages.filter(has).length
  if (pages === 0) return 'later'
  return pages > 1 ? 'shared' : null
}

/** The module and everything that imports it, whatever is in between. */
function usersOf(id: string, importersOf: Importers, found = new Set<string>()): Set<string> {
  if (found.has(id)) return found
  found.add(id)
  for (const importer of importersOf(id)) usersOf(importer, importersOf, found)
  return found
}
