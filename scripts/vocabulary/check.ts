import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { findRetiredWords } from './find-retired-words.ts'

/** Prints every retired word in the code, or in the folders that the command names, and ends with code 1 if there is one. */
const root = path.resolve(import.meta.dirname, '../..')
const [...folders] = process.argv.slice(2)
const isWanted = (file: string) => folders.length === 0 || folders.some((folder) => file.startsWith(folder))
// Texts for people, written-out data and migrations that have run are not the code's own words.
const isExempt = (file: string) =>
  /\/(node_modules|dist|copy)\/|^apps\/api\/(migrations|src\/seed)\/|\.gen\.ts$|^scripts\/vocabulary\/retired-words/.test(
    file,
  )
const files = globSync('{apps,packages,scripts}/**/*.{ts,tsx,mjs,mts}', {
  cwd: root,
  exclude: (name) => ['node_modules', 'dist'].includes(path.basename(name)),
})
  .map((file) => file.split(path.sep).join('/'))
  .filter((file) => isWanted(file) && !isExempt(file))
  .sort()
const found = files.flatMap((file) => findRetiredWords(file, readFileSync(path.join(root, file), 'utf8')))

for (const each of found) console.error(each)
console.log(`${files.length} files, ${found.length} retired words`)
process.exitCode = found.length === 0 ? 0 : 1
