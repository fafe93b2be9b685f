import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const migrations = globSync('apps/api/migrations/*.ts')
  .toSorted()
  .map((file) => ({ name: path.basename(file, '.ts').replace('Migration', ''), text: readFileSync(file, 'utf8') }))
const codesIn = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code)
const rows = readFileSync('docs/database-functions.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.split(' |'))
  .map((cells) => ({ names: codesIn(cells[0]), migration: codesIn(cells.at(-2)).at(-1) }))

/** The newest migration that has `verb` before the function's name; -1 where none has. Some are written for several tables. */
const newest = (verb: string, name: string) => {
  const anyTable = name.replace(/^(count)_\w+$/, '$1_\\$\\{table\\}')
  const written = new RegExp(`(?:${verb}) (?:${name}|${anyTable})(?!\\w)`)
  return migrations.findLastIndex(({ text }) => written.test(text))
}
const written = (name: string) => newest('create (?:or replace )?(?:function|procedure)|rename to', name)

it('says which migration has each function of the database now', () => {
  const named = rows.flatMap(({ names, migration }) => names.map((name) => [name, migration]))
  expect(named.length).toBeGreaterThan(60)
  expect(named).toEqual(named.map(([name = '']) => [name, migrations[written(name)]?.name]))
})

it('leaves out no function of the database', () => {
  const writing = /create (?:or replace )?(?:function|procedure) (\w+)\(/g
  const all = migrations.flatMap(({ text }) => [...text.matchAll(writing)].map(([, name = '']) => name))
  const present = all.filter((name) => written(name) > newest('(?:drop|alter) (?:function|procedure)', name))
  const onPage = new Set(rows.flatMap(({ names }) => names))
  expect(present.filter((name) => !onPage.has(name))).toEqual([])
})
