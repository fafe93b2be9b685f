import { OVER_A_DAY_MINUTES, startAppInstance } from './app-instance.ts'
import type { Fixture } from './fixture.ts'
import { lotsOf } from './lots-of.ts'
import { send } from './send.ts'
import { untilQuiet } from './until-quiet.ts'

const PROMPT_LIFE_MINUTES = 1.5
/** Two for each connection of the shop's pool. A soak may leave hundreds, and what keeps the shop from falling quiet costs seconds each time. */
const PROMPTS_AT_ONCE = 20

/**
 * Does what clients and the shop do about a payment that was cut off: once the prompt has expired the client sends it
 * again, and the jobs ask the gateways for a day. Waits for every callback. Returns a summary for the report.
 */
export async function letRecoveryFinish(fixture: Fixture): Promise<string> {
  await using app = await startAppInstance(fixture)
  await app.advance(PROMPT_LIFE_MINUTES)
  const unpaid = await fixture.query<{ id: string; phone: string }>(
    `select id, customer_phone as phone from orders where paid_at is null and payment_method = 'mpesa'
       and not exists (select from payments p where p.order_id = orders.id and p.status = 'refunded')`,
  )
  for (const lot of lotsOf(unpaid, PROMPTS_AT_ONCE)) {
    await Promise.all(lot.map(({ id, phone }) => send(fixture, '/api/payments/mpesa/initiate', { orderId: id, phone })))
    await untilQuiet(fixture)
  }
  await app.advance(10)
  await app.advance(OVER_A_DAY_MINUTES)
  await fixture.simulator.control.releaseDeliveries()
  await untilQuiet(fixture)
  await app.advance(1)
  const [count] = await fixture.query<Record<'paid' | 'twice' | 'unresolved' | 'confirm', number>>(
    `select count(distinct payments.id) filter (where status = 'completed')::int as paid, count(*) filter (where what = 'paid-twice')::int as twice,
            count(*) filter (where what = 'unresolved')::int as unresolved, count(*) filter (where what = 'confirm-receipt')::int as confirm
     from payments left join (select payment_id, what from payment_flags where resolved_at is null) f on f.payment_id = payments.id`,
  )
  return `${count?.paid} paid, ${unpaid.length} sent again, flagged: ${count?.confirm} to confirm, ${count?.twice} twice, ${count?.unresolved} unresolved`
}
