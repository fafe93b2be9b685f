import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { findViolations } from './find-violations.ts'

/** Holds every source file of the workspaces to `zones.ts`, and ends with code 1 when one imports what it may not. */
const root = path.resolve(import.meta.dirname, '../..')
const files = globSync('{apps,packages}/*/{src,migrations}/**/*.{ts,tsx}', { cwd: root })
const violations = files
  .map((file) => file.split(path.sep).join('/'))
  .sort()
  .flatMap((file) => findViolations(file, readFileSync(path.join(root, file), 'utf8')))

for (const violation of violations) console.error(violation)
console.log(`${files.length} files, ${violations.length} forbidden imports`)
process.exitCode = violations.length === 0 ? 0 : 1
