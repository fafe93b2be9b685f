import type { CashUp } from '@marashi/domain/contracts/admin-cash-up'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { db } from '../../../db/db.ts'
import { jobContext } from '../../../http/context.ts'
import { ledgerLine, openCashUpHarness } from '../../../testing/cash-up-harness.ts'
import { runChecks } from './check-gateways.ts'
import { planChecks } from './planned-checks.ts'

const harness = openCashUpHarness()
const { check, close, day, paid, pulled, refunded } = harness
const closedDay = '2026-11-20'

const tryToClose = async () => {
  const url = '/api/admin/cash-up/close'
  const payload = { day: closedDay }
  return await harness.shop().app.inject({ method: 'POST', url, headers: harness.headers(), payload })
}

const linesArrive = async (count: number) =>
  await harness.shop().query(
    `insert into gateway_transactions
       (gateway, reference, kind, amount_cents, occurred_at, first_source, on_statement_at, created_at)
     select 'mpesa', 'TKPAGE' || n, 'payment', 450000, '2026-11-20T10:00:00+03:00', 'pull', now(), now()
     from generate_series(1000, 999 + $1::int) n`,
    [count],
  )

it('closes a day with all that is open about it, each line once', async () => {
  const { id, order } = await paid({ at: '2026-11-20T10:00:00+03:00', receipt: 'TKOURS0001' })
  const differing = await paid({ at: '2026-11-20T10:00:00+03:00', receipt: 'TKDIFFER01' })
  await refunded(id, { amount: 100, status: 'unknown', requested_at: '2026-11-20T12:00:00+03:00' })
  pulled.push(
    ledgerLine({ reference: 'TKDIFFER01', at: '2026-11-20T10:00:00+03:00', amountCents: 440_000 }),
    ledgerLine({ reference: 'TKTHEIRS01', at: '2026-11-20T11:00:00+03:00' }),
    ledgerLine({ reference: 'TKBACK0001', at: '2026-11-20T11:00:00+03:00', kind: 'refund', amountCents: -450_000 }),
  )
  await check(closedDay)
  const { query } = harness.shop()
  await query('update gateway_transactions set payment_id = $1 where reference = $2', [differing.id, 'TKDIFFER01'])
  await query(
    `insert into gateway_transactions (gateway, reference, kind, amount_cents, occurred_at, first_source, created_at)
     values ('mpesa', 'TKHEARD001', 'payment', 450000, '2026-11-20T13:00:00+03:00', 'confirmation', now())`,
  )
  await query(
    `insert into receipt_claims (order_id, gateway, receipt, asked_at)
     values ($1, 'mpesa', 'TKTYPED001', '2026-11-20T13:00:00+03:00')`,
    [order.id],
  )
  await query('delete from payment_flags')
  await query(
    `insert into payment_flags (payment_id, what, source, raised_at) values ($1, 'late', 'callback', '2026-11-20T11:00:00+03:00')`,
    [id],
  )
  const { theirsNotOurs, oursNotTheirs, differing: differs, open } = await day(closedDay)
  expect([theirsNotOurs.total, oursNotTheirs.total, differs.total]).toEqual([2, 1, 1])
  expect(open).toMatchObject({ flags: 1, unmatched: 2, claims: 1, pendingRefunds: 1 })
  expect((await close(closedDay)).closed?.openLines).toBe(8)
})

it('counts what is open at one instant, whatever arrives while it does', async () => {
  let answer: ReturnType<typeof tryToClose> | undefined
  const { deps, query } = harness.shop()
  const waits = () => query(`select from pg_locks where relation = 'closed_days'::regclass and not granted`)
  await deps.orm.em.fork().transactional(async (tx) => {
    await sql`lock table closed_days in access exclusive mode`.execute(db(tx))
    answer = tryToClose()
    await expect.poll(async () => (await waits()).length).toBe(1)
    await linesArrive(3)
  })
  const closed = await answer
  expect({ status: closed?.statusCode, body: closed?.body }).toMatchObject({ status: 200 })
  const { open } = await day(closedDay)
  expect(closed?.json<CashUp>().closed?.openLines).toBe(open.unmatched)
})

it('closes no day whose list is being read, so that the count is not of half a list', async () => {
  const ctx = () => jobContext({ ...harness.shop().deps, log: harness.shop().app.log })
  for (let nth = 0; nth < 5; nth++) {
    pulled.push(ledgerLine({ reference: `TKLONG000${nth}`, at: `2026-11-20T1${nth}:00:00+03:00` }))
  }
  await planChecks(ctx(), '2026-11-19')
  await planChecks(ctx(), closedDay)
  await runChecks(ctx(), { day: closedDay, withinMs: 0 })
  const refused = await tryToClose()
  expect(refused.statusCode).toBe(409)
  expect(refused.json().error).toMatch(/list of this day is being read/)
  expect((await day(closedDay)).closed).toBeNull()
  await runChecks(ctx(), { day: closedDay })
  const { closed } = await close(closedDay)
  expect(closed?.openLines).toBe(5)
  await planChecks(ctx(), closedDay)
  expect((await close(closedDay)).closed).toEqual(closed)
})
