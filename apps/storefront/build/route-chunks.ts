import { readFileSync } from 'node:fs'
import path from 'node:path'

type Manifest = Record<string, { file: string; src?: string; imports?: string[]; isEntry?: boolean }>

/** The router plugin marks the parts of a route that are loaded on demand with this. */
export const splitMark = '?tsr-split='

/** The parts of a route that are one file, its page's code: what shows where there is no such page is a page too. */
export const pageParts = ['component', 'notFoundComponent'] as const

/** How the router plugin marks that file. */
export const pageMark = pageParts.join('---')

/**
 * For each route the modules that its page needs beyond those of the entry, so that the server can name them in the
 * page. Reads the manifest of the browser's bundle, which must be built first; throws without it.
 */
export function routeChunks(clientFolder: string): Record<string, string[]> {
  const manifest = JSON.parse(readFileSync(path.join(clientFolder, '.vite/manifest.json'), 'utf8')) as Manifest
  const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry)
  const known = entry ? filesOf(manifest, entry) : new Set<string>()
  const chunks = new Map<string, string[]>()
  for (const key of Object.keys(manifest)) {
    const [file = '', mark] = key.split(splitMark)
    if (mark !== pageMark) continue
    const own = [...filesOf(manifest, key)].filter((name) => !known.has(name))
    chunks.set(
      routeIdOf(file),
      own.map((name) => `/${name}`),
    )
  }
  return Object.fromEntries(chunks)
}

/** `src/routes/product.$id.tsx` is the route `/product/$id`. */
export function routeIdOf(file: string): string {
  const name = path.basename(file, '.tsx')
  return name === 'index' ? '/' : `/${name.replaceAll('.', '/')}`
}

function filesOf(manifest: Manifest, key: string, found = new Set<string>()): Set<string> {
  const chunk = manifest[key]
  if (!chunk || found.has(chunk.file)) return found
  found.add(chunk.file)
  for (const name of chunk.imports ?? []) filesOf(manifest, name, found)
  return found
}
