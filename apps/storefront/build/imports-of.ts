import type { Rolldown } from 'vite'

/** The file names of a chunk and of everything that it imports before it can run. */
export function importsOf(bundle: Rolldown.OutputBundle, name: string, found = new Set<string>()): Set<string> {
  const file = bundle[name]
  if (file?.type !== 'chunk' || found.has(name)) return found
  found.add(name)
  for (const each of file.imports) importsOf(bundle, each, found)
  return found
}
