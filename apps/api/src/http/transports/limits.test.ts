import { readFileSync } from 'node:fs'
import type { AnyProcedure } from '@trpc/server'
import { expect, it } from 'vitest'
import { appRouter } from '../../router.ts'
import { buildTestApp } from '../../testing/build-test-app.ts'
import { type LimitRow, limitNames, limitTable, rowOf } from '../limits/limit-table.ts'
import type { ProcedureMeta } from '../procedures.ts'

const procedures = Object.entries(appRouter._def.procedures as unknown as Record<string, AnyProcedure>).map(
  ([path, { _def }]) => ({ path, type: _def.type, meta: _def.meta as ProcedureMeta }),
)

it('holds for every mutation that anybody may call', () => {
  const open = procedures.filter(({ type, meta }) => type === 'mutation' && meta.access === 'anybody')
  expect(open.length).toBeGreaterThan(10)
  expect(open.filter(({ meta }) => !meta.limits?.length).map(({ path }) => path)).toEqual([])
})

it('holds for every write that is no procedure and that anybody may call', async () => {
  await using shop = await buildTestApp()
  const document = (await shop.app.inject('/api/openapi.json')).json()
  const writes = Object.entries<Record<string, { security?: unknown[]; responses: object }>>(document.paths)
    .flatMap(([path, methods]) => Object.entries(methods).map(([method, operation]) => ({ path, method, operation })))
    .filter(({ method, operation }) => method !== 'get' && !isAdministrators(operation))
  expect(writes.length).toBeGreaterThan(15)
  expect(writes.filter(({ operation }) => !('429' in operation.responses)).map(({ path }) => path)).toEqual([])
})

const isAdministrators = ({ security }: { security?: unknown[] }) =>
  JSON.stringify(security)?.startsWith('[{"session":[]}')

it('has no row that nothing is counted by', () => {
  const ofRoutes: readonly string[] = ['docs', 'feeds', 'keys', 'renders', 'uploads', 'webhooks']
  const ofJobs: readonly string[] = ['unpaidEmails', 'unpaidEmailsOfShop']
  const ofProcedures = procedures.flatMap(({ meta }) => [...(meta.limits ?? []), ...(meta.limitsOfVerb ?? [])])
  const used = new Set([...ofProcedures, ...ofRoutes, ...ofJobs])
  expect(limitNames.filter((name) => !used.has(name))).toEqual([])
})

const units = [
  [86_400, 'a day', 'days'],
  [3_600, 'an hour', 'hours'],
  [60, 'a minute', 'minutes'],
  [1, 'a second', 'seconds'],
] as const

function howMany({ most, seconds }: LimitRow): string {
  const [size, one, several] = units.find(([each]) => seconds % each === 0) ?? units[3]
  const count = seconds / size
  return count === 1 ? `${most} ${one}` : `${most} in ${count} ${several}`
}

const asLine = (row: LimitRow) =>
  `| ${row.what} | ${row.who} | ${howMany(row)}${row.isForProduction ? ', in production' : ''} | ${row.variable ? `\`${row.variable}\`` : ''} | ${row.kept} | ${row.why} |`

it('is the table that the owner reads', () => {
  const page = readFileSync(new URL('../../../../../docs/operations.md', import.meta.url), 'utf8')
  const [, after = ''] = page.split('\n## Limits\n')
  const lines = (after.split('\n## ')[0] ?? '')
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(1)
  expect(lines).toEqual(limitNames.map((name) => asLine(rowOf(name))))
  expect(lines).toHaveLength(Object.keys(limitTable).length)
})
