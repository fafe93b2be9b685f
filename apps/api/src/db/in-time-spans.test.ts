import { expect, it } from 'vitest'
import { eraseAnswersAbout } from '../http/repeats/erase-answers.ts'
import { buildTestApp } from '../testing/build-test-app.ts'
import { db } from './db.ts'
import { inTimeSpans } from './in-time-spans.ts'
import { PURGE_BATCH } from './until-none-is-left.ts'

const HERS = '11111111-1111-4111-8111-111111111111'

it('a pass over all answers reads every one once, some thousand at a time, and erases what tells of a customer', async () => {
  await using shop = await buildTestApp()
  const em = shop.deps.orm.em.fork()
  await shop.query(
    `insert into request_keys (caller, operation, key, request_hash, answered_at, status, body, created_at)
     select 'owner', 'POST /orders', n, 'h', now(), 201, case when n % 1000 = 1 then '{"orderId":"${HERS}"}' else '{}' end,
       '2026-11-20'::timestamptz + n / 2 * interval '1 microsecond' from generate_series(1, ${2 * PURGE_BATCH + 500}) n`,
  )
  const read: number[] = []
  const times = db(em).selectFrom('request_keys').select('created_at as at')
  await inTimeSpans(em, times, async (isInSpan) => {
    const { length } = await db(em)
      .selectFrom('request_keys')
      .where(({ ref }) => isInSpan(ref('created_at')))
      .select('key')
      .execute()
    read.push(length)
  })
  expect(read.reduce((sum, rows) => sum + rows, 0)).toBe(2 * PURGE_BATCH + 500)
  expect(Math.max(...read)).toBeLessThanOrEqual(PURGE_BATCH + 1)
  await eraseAnswersAbout(em, [HERS])
  const left = await shop.query<{ body: string | null }>(
    'select body from request_keys where body is distinct from $1',
    ['{}'],
  )
  expect(left).toEqual(Array.from({ length: 5 }, () => ({ body: null })))
})
