import { pageMark, splitMark } from './route-chunks.ts'

/** What is imported by whom, as the bundler tells. */
type Importers = (id: string) => readonly string[]

const routeFile = /\/routes\/(.+)\.tsx$/

/** The pages with the grid of perfumes. */
const gridPages = ['index', 'shop']
/** The pages that shoppers come in by. */
const firstPages = [...gridPages, 'product.$id']

/**
 * The file for a small module that several pages use: `shared`, which every first page loads, where the entry or more than one of
 * the pages that shoppers come in by need it; `grid`, where only the pages with the grid do; `later`, where none of them does. Null
 * leaves it to the bundler.
 */
export function sharedPart(id: string, importersOf: Importers): 'shared' | 'grid' | 'later' | null {
  const users = [...usersOf(id, importersOf)].map((user) => user.replaceAll('\\', '/'))
  if (users.some((user) => user.endsWith('/src/entry-client.tsx'))) return 'shared'
  const pages = users.flatMap((user) => pageOf(user) ?? [])
  const first = firstPages.filter((page) => pages.includes(page))
  if (first.length === 0) return 'later'
  if (first.length === 1) return null
  return pages.every((page) => gridPages.includes(page)) ? 'grid' : 'shared'
}

/** The page whose code a module is. */
function pageOf(id: string): string | undefined {
  const [file = '', mark] = id.split(splitMark)
  return mark === pageMark ? routeFile.exec(file)?.[1] : undefined
}

/** The module and everything that imports it, whatever is in between. */
function usersOf(id: string, importersOf: Importers, found = new Set<string>()): Set<string> {
  if (found.has(id)) return found
  found.add(id)
  for (const importer of importersOf(id)) usersOf(importer, importersOf, found)
  return found
}
