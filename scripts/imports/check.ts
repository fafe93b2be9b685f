import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { findTrespasses } from './find-trespasses.ts'

/** Holds every source file of the workspaces to `rooms.ts`, and ends with code 1 when one imports what it may not. */
const root = path.resolve(import.meta.dirname, '../..')
const files = globSync('{apps,packages}/*/{src,migrations}/**/*.{ts,tsx}', { cwd: root })
const trespasses = files
  .map((file) => file.split(path.sep).join('/'))
  .sort()
  .flatMap((file) => findTrespasses(file, readFileSync(path.join(root, file), 'utf8')))

for (const trespass of trespasses) console.error(trespass)
console.log(`${files.length} files, ${trespasses.length} forbidden imports`)
process.exitCode = trespasses.length === 0 ? 0 : 1
