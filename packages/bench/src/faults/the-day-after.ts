import { setTimeout as sleep } from 'node:timers/promises'
import { startAppInstance } from './app-instance.ts'
import type { Violation } from './check-database.ts'
import { send } from './client.ts'
import type { Fixture } from './fixture.ts'

const INBOX_PATIENCE_MS = 60_000
const PROMPT_LIFE_MINUTES = 1.5
const A_DAY_AND_MORE_MINUTES = 25 * 60

/** Waits for the shop's own jobs, in real time. What is left after a quiet minute breaks I8. */
export async function untilInboxIsEmpty({ query }: Fixture): Promise<Violation[]> {
  for (const deadline = Date.now() + INBOX_PATIENCE_MS; ; await sleep(250)) {
    const [left] = await query<{ count: number }>(
      'select count(*)::int as count from webhook_events where processed_at is null',
    )
    if (!left?.count) return []
    if (Date.now() < deadline) continue
    return [{ invariant: 'I8', orderId: null, what: `${left.count} messages wait after a quiet minute` }]
  }
}

/**
 * What shoppers and the shop do about a payment that was cut off: once the prompt has lapsed the shopper sends it again,
 * and the jobs ask the gateways for a day. Answers in words what that came to. Every callback on the road is waited for.
 */
export async function theDayAfter(fixture: Fixture): Promise<string> {
  await using host = await startAppInstance(fixture)
  await host.pass(PROMPT_LIFE_MINUTES)
  const unpaid = await fixture.query<{ id: string; phone: string }>(
    `select id, customer_phone as phone from orders where paid_at is null and payment_method = 'mpesa'`,
  )
  for (const { id, phone } of unpaid) {
    await send(fixture, '/api/payments/mpesa/initiate', { orderId: id, phone })
    await untilQuiet(fixture)
  }
  await host.pass(10)
  await host.pass(A_DAY_AND_MORE_MINUTES)
  await fixture.simulator.control.releaseDeliveries()
  await untilQuiet(fixture)
  await host.pass(1)
  const [count] = await fixture.query<Record<'paid' | 'twice' | 'unresolved' | 'confirm', number>>(
    `select count(*) filter (where status = 'completed')::int as paid, count(*) filter (where attention = 'paid-twice')::int as twice,
            count(*) filter (where attention = 'unresolved')::int as unresolved, count(*) filter (where attention = 'confirm-receipt')::int as confirm
     from payments`,
  )
  return `${count?.paid} paid, ${unpaid.length} sent again, flagged: ${count?.confirm} to confirm, ${count?.twice} twice, ${count?.unresolved} unresolved`
}

/** Until no prompt is open, no message is on the road, and none waits in the inbox of a shop that has just taken it. */
export async function untilQuiet({ simulator, query }: Fixture): Promise<void> {
  for (const deadline = Date.now() + 5_000; Date.now() < deadline; await sleep(20)) {
    const { openPrompts, pendingDeliveries } = simulator.control.state()
    if (openPrompts > 0 || pendingDeliveries > 0) continue
    const left = await query('select from webhook_events where processed_at is null limit 1')
    if (left.length === 0) return
  }
}
