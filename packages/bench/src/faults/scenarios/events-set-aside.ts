import { MAX_ATTEMPTS } from '@marashi/api/jobs/retry-pauses'
import type { Template } from '@marashi/postgres/test-databases'
import type { AppInstance } from '../app-instance.ts'
import type { Fixture } from '../fixture.ts'
import { logIn } from '../refund-order.ts'
import type { ScenarioResult } from '../report.ts'
import { askForPrompt, payAtOnce, runScenarios, type Scenario, unpaidOrders } from '../scenario.ts'
import { send } from '../send.ts'
import { poison, retryThenDismiss } from '../set-aside.ts'
import { untilQuiet } from '../until-quiet.ts'
import { payByCardUnconfirmed } from './forged-webhooks.ts'

const POISONED = 60
const ORDERS = 6
/** A fifth one that fails would open the circuit breaker, which closes in its own time. */
const CARDS = 4

/** What fails once more is set aside, as after three days of pauses. Answers the events. */
async function failLastTime({ query }: Fixture, app: AppInstance): Promise<string[]> {
  await query('update webhook_events set attempts = $1, next_attempt_at = now() where processed_at is null', [
    MAX_ATTEMPTS - 1,
  ])
  await app.advance(1)
  const rows = await query<{ id: string }>(
    'select id from webhook_events where processed_at is null and next_attempt_at is null order by id',
  )
  return rows.map(({ id }) => id)
}

async function openFlags({ query }: Fixture): Promise<string[]> {
  const flags = await query<{ what: string }>('select what from payment_flags where resolved_at is null')
  return flags.map(({ what }) => `the flag ${what} is open`)
}

const scenarios: Record<string, Scenario> = {
  'events that nobody can read among good ones, dismissed by two browsers': async (fixture, app) => {
    payAtOnce(fixture)
    for (let nth = 0; nth < ORDERS; nth++) await askForPrompt(fixture)
    const known = await fixture.query<{ id: string }>('select id from payments')
    for (let nth = 0; nth < POISONED; nth++) {
      // Of every third nobody knows the payment.
      const paymentId = nth % 3 === 0 ? null : (known[nth % known.length]?.id ?? null)
      await poison(fixture, { paymentId, attempts: 0 })
    }
    await Promise.all([app.advance(1), ...Array.from({ length: ORDERS }, () => askForPrompt(fixture))])
    await untilQuiet(fixture)
    const setAside = await failLastTime(fixture, app)
    const unseen = setAside.length === POISONED ? [] : [`${setAside.length} of ${POISONED} events are set aside`]
    await Promise.all(setAside.flatMap((id) => [retryThenDismiss(fixture, id), retryThenDismiss(fixture, id)]))
    return [...unseen, ...(await openFlags(fixture)), ...(await unpaidOrders(fixture))]
  },
  'card events set aside while Stripe is down, half of them dismissed by mistake': async (fixture, app) => {
    const { control } = fixture.simulator
    control.direct('stripe.retrieve', { usually: [{ weight: 1, do: { kind: 'status', status: 500 } }] })
    for (let nth = 0; nth < CARDS; nth++) await payByCardUnconfirmed(fixture)
    await untilQuiet(fixture)
    const setAside = await failLastTime(fixture, app)
    control.direct('stripe.retrieve', { usually: [] })
    const session = await logIn(fixture)
    for (const [nth, id] of setAside.entries()) {
      const reason = { reason: 'A mistake' }
      if (nth % 2 === 0) await send(fixture, `/api/admin/webhook-events/${id}/retry`, {}, session)
      else await send(fixture, `/api/admin/webhook-events/${id}/dismiss`, reason, session)
    }
    await app.advance(15)
    const unseen = setAside.length >= CARDS ? [] : [`${setAside.length} events are set aside`]
    return [...unseen, ...(await openFlags(fixture)), ...(await unpaidOrders(fixture))]
  },
}

/** Runs the scenarios of events that could not be processed until the shop gave up and told the owner. */
export const runEventsSetAside = (template: Template, only = ''): Promise<ScenarioResult[]> =>
  runScenarios(template, scenarios, only)
