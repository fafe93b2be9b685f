import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')

/** Where clocks are made; everything else is given one. */
const makers = new Set([
  'apps/api/src/main.ts',
  'apps/api/src/db/database-clock.ts',
  // It clears what its queue has planned or noted too far ahead, by the queue’s clock, which is the database's.
  'apps/api/src/jobs/jobs.ts',
  // They compare the machine's clock with the database's.
  'apps/api/src/commands/doctor.ts',
  'apps/api/src/modules/admin/health/facts/read-database.ts',
  'apps/api/src/modules/admin/health/processes/heartbeat.ts',
])

const ofProcess = /\bnew Date\(\)|\bDate\.now\(|\bTemporal\.Now\b/
const ofDatabase =
  /(?<!defaultRaw\(')(?<![#.\w])(?:now|clock_timestamp|statement_timestamp|transaction_timestamp)\(\)|\bcurrent_(?:timestamp|date|time)\b|\blocaltime/i

function secondClocks(text: string): string[] {
  return text.split('\n').filter((line) => ofProcess.test(line) || ofDatabase.test(line))
}

it('takes every time that the shop writes or compares from the one clock it was started with', () => {
  const sources = globSync('apps/api/src/**/*.ts', { cwd: root })
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => !makers.has(file) && !/\.test\.|\/testing\//.test(file))
  expect(sources.length).toBeGreaterThan(100)
  const found = sources.flatMap((file) =>
    secondClocks(readFileSync(path.join(root, file), 'utf8')).map((line) => `${file}: ${line.trim()}`),
  )
  expect(found).toEqual([])
})

/** Typed inserts into tables with a time of creation; the second group holds the columns that they write. */
const insert =
  /\.insertInto\('(orders|order_keys|payments|reviews|products|categories|admin_sessions)'\)\s*\.(?:columns|values)\(([[{][\s\S]*?[\]}])\)/g

const insertsOf = (text: string) => [...text.matchAll(insert)].map(([, table, columns = '']) => ({ table, columns }))
const leavesTimeToDatabase = ({ columns }: { columns: string }) => !columns.includes('created_at')

it('leaves no insert to the database’s default where the shop can write the time', () => {
  const sources = globSync('apps/api/src/modules/**/*.ts', { cwd: root }).filter((file) => !file.includes('.test.'))
  const inserts = sources.flatMap((file) => insertsOf(readFileSync(path.join(root, file), 'utf8')))
  expect(inserts.length).toBeGreaterThanOrEqual(4)
  expect(inserts.filter(leavesTimeToDatabase)).toEqual([])
})

it('sees an insert without its time', () => {
  const [silent, written] = insertsOf(
    `db.insertInto('reviews').values({ id, rating })\ndb\n  .insertInto('orders')\n  .columns(['id', 'created_at'])`,
  )
  expect(silent && leavesTimeToDatabase(silent)).toBe(true)
  expect(written && leavesTimeToDatabase(written)).toBe(false)
})

it('sees a second clock', () => {
  expect(secondClocks('const at = new Date()\nconst then = new Date(now)\nwhere at > now() - x')).toHaveLength(2)
  expect(secondClocks('const age = this.#now() - clock.now()')).toEqual([])
  expect(secondClocks("createdAt: instantColumn().defaultRaw('now()')")).toEqual([])
})
