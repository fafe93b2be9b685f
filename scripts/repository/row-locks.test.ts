import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const modules = path.resolve(import.meta.dirname, '../../apps/api/src/modules')
const sources = globSync('**/*.ts', { cwd: modules }).filter((file) => !file.includes('.test.'))

/** Rows that others point to: lines, e-mails and lines of a gateway’s ledger are written to them all the time. */
const shared = new Set(['orders', 'payments', 'variants'])

/** The lines of a text that lock rows of a shared table with their keys, without a comment above that says why. */
function unexplainedLocks(text: string): string[] {
  return [...text.matchAll(/\.forUpdate\((?:'(\w+)')?\)/g)].flatMap(({ index, 0: lock, 1: alias }) => {
    const above = text.slice(0, index).trimEnd().split('\n').at(-1) ?? ''
    return tablesLocked(text, index, alias).some((table) => shared.has(table)) && !above.trim().startsWith('//')
      ? [lock]
      : []
  })
}

/** The table with this alias; without one that of the statement, or any of the file where the statement begins elsewhere. */
function tablesLocked(text: string, index: number, alias: string | undefined): string[] {
  if (alias) return [...text.matchAll(new RegExp(`'(\\w+) as ${alias}'`, 'g'))].map(([, table = '']) => table)
  const selected = [...text.matchAll(/selectFrom\(\s*'(\w+)/g)].map((found) => ({
    at: found.index,
    table: found[1] ?? '',
  }))
  const own = selected.filter(({ at }) => at < index).slice(-1)
  return (own.length > 0 ? own : selected).map(({ table }) => table)
}

it('locks orders, payments and variants without their keys, unless a comment says why not', () => {
  const found = sources.flatMap((file) =>
    unexplainedLocks(readFileSync(path.join(modules, file), 'utf8')).map((lock) => `${file}: ${lock}`),
  )
  expect(found).toEqual([])
})

it('sees such a lock', () => {
  const [order, joined] = ["selectFrom('orders')", "selectFrom('claims as c').innerJoin('orders as o')"]
  expect(unexplainedLocks(`${order}\n.forUpdate()`)).toHaveLength(1)
  expect(unexplainedLocks(`${order}\n// A reason.\n.forUpdate()`)).toEqual([])
  expect(unexplainedLocks(`toCancel().forUpdate()\nconst toCancel = () => ${order}`)).toHaveLength(1)
  expect(unexplainedLocks(`${joined}.forUpdate('o')`)).toHaveLength(1)
  expect(unexplainedLocks(`${joined}.forUpdate('c')`)).toEqual([])
})
