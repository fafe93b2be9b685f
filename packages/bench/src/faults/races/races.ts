import type { Template } from '@marashi/postgres/test-databases'
import { startAppInstance } from '../app-instance.ts'
import { checkDatabase, type Violation } from '../check-database.ts'
import { buyWithCard, newClient, order } from '../client.ts'
import { type Fixture, openFixture } from '../fixture.ts'
import { confirmationAddress } from '../fixture-database.ts'
import { logIn, paymentOf } from '../refund-order.ts'
import type { ScenarioResult } from '../report.ts'
import { askForPrompt, stays } from '../scenario.ts'
import { startSecondInstance } from '../second-instance.ts'
import { send, sendUntilAnswered } from '../send.ts'
import { untilQuiet } from '../until-quiet.ts'
import { byHandRaces } from './by-hand-races.ts'
import { ownerRaces } from './owner-races.ts'
import type { Race, RaceSetup } from './race.ts'
import { stockRaces } from './stock-races.ts'

const WORKERS = 6

/** Four copies of a success side by side, before or after the push's answer. */
const sameCallbackFourTimes: Race = async (fixture) => {
  await askForPrompt(fixture)
}

/** The client cancels in the shop while she pays on the phone. */
const cancelAgainstCallback: Race = async (fixture) => {
  const { orderId } = await askForPrompt(fixture)
  await Promise.all([1, 2].map(() => send(fixture, '/api/payments/mpesa/cancel', { orderId })))
}

/** The browser confirms three times while Stripe sends the same webhook four times. */
const confirmAgainstWebhook: Race = async (fixture) => {
  const orderId = await order(fixture, newClient(fixture, stays), 'stripe')
  const prepared = await Promise.all(
    [1, 2].map(() => sendUntilAnswered(fixture, stays, '/api/create-payment-intent', { orderId })),
  )
  const secrets = prepared.flatMap((each) => (each?.status === 200 ? [String(each.body.clientSecret)] : []))
  const intentId = secrets[0]?.split('_secret')[0]
  if (!orderId || !intentId) throw new Error('The card form was not prepared')
  fixture.simulator.control.payIntent(intentId)
  const confirmed = await Promise.all(
    [1, 2, 3].map(() => send(fixture, '/api/payments/stripe/confirm', { orderId, paymentIntentId: intentId })),
  )
  if (confirmed.some((each) => each?.status === 200)) fixture.recorder.confirmed.push(orderId)
}

/** Two browsers of the administrator ask for twelve parts of a tenth each, at once. */
const refundsAgainstEachOther: Race = async (fixture) => {
  const client = newClient(fixture, stays)
  await buyWithCard(fixture, client)
  const payment = client.orderId && (await paymentOf(fixture, client.orderId))
  if (!payment) throw new Error('The order was not paid')
  const browsers = [await logIn(fixture), await logIn(fixture)]
  const body = { amount: Math.floor(payment.cents / 10), way: 'provider', reason: 'A race' }
  const path = `/api/admin/payments/${payment.id}/refunds`
  await Promise.all(Array.from({ length: 12 }, (_, nth) => send(fixture, path, body, browsers[nth % 2])))
}

const races: Record<string, RaceSetup> = {
  'the same callback 4 times at once': { race: sameCallbackFourTimes },
  'cancel against callback': { race: cancelAgainstCallback },
  'confirm 3 times against webhook 4 times': { race: confirmAgainstWebhook },
  '12 refunds of a tenth at once': { race: refundsAgainstEachOther },
  ...byHandRaces,
  ...ownerRaces,
  ...stockRaces,
}

/** Runs `count` races of each kind whose name has `only`, several at a time. Each must have one winner, whichever comes first. */
export async function runRaces(template: Template, count: number, only = ''): Promise<ScenarioResult[]> {
  const lines: ScenarioResult[] = []
  for (const [name, setup] of Object.entries(races)) {
    if (name.includes(only)) lines.push(await runRace(template, { name, count, ...setup }))
  }
  return lines
}

async function runRace(
  template: Template,
  { name, count, race, ...setup }: RaceSetup & { name: string; count: number },
): Promise<ScenarioResult> {
  await using fixture = await openFixture(template, { confirmsPrompts: setup.confirmsPrompts ?? false })
  direct(fixture, setup)
  const failures: Violation[] = []
  {
    await using app = await startAppInstance(fixture)
    await using second = await startSecondInstance(fixture)
    // Callbacks go to the first shop, payments by hand are reported to the second one.
    fixture.simulator.control.reportPaymentsTo(confirmationAddress(second.fixture.origin))
    let left = count
    const worker = async () => {
      while (left-- > 0) {
        try {
          await race(fixture, second.fixture)
        } catch (error) {
          failures.push({ invariant: 'I6', orderId: null, what: String(error) })
        }
      }
    }
    await Promise.all(Array.from({ length: WORKERS }, worker))
    await untilQuiet(fixture)
    // Under load all copies of a callback may find the shop busy: then it has to ask the gateway.
    await app.advance(15)
  }
  const violations = [...failures, ...(await checkDatabase(fixture))]
  const note = await summaryOf(fixture)
  return { scenario: `race: ${name}`, runs: count, violations, note }
}

async function summaryOf({ query, simulator: { control } }: Fixture): Promise<string> {
  const [after] = await query<{ paid: number; back: number; flags: string | null; unmatched: number }>(
    `select count(*) filter (where status = 'completed')::int as paid, count(*) filter (where status = 'refunded')::int as back,
            (select string_agg(f.what || ' ' || f.count, ', ')
             from (select what, count(*) from payment_flags group by what order by what) f) as flags,
            (select count(*)::int from gateway_transactions where payment_id is null and refund_id is null) as unmatched
     from payments`,
  )
  const unanswered = control.deliveries().filter(({ outcome }) => outcome === 'no answer').length
  const moved = `${control.ledger().length} moved, ${after?.paid} paid, ${after?.back} refunded, ${after?.unmatched} unmatched`
  return `${moved}; flags: ${after?.flags ?? 'none'}${unanswered ? `; ${unanswered} messages unanswered` : ''}`
}

/** Prompts are paid at once or soon, and everything is said several times side by side. */
function direct(
  { simulator: { control } }: Fixture,
  { callbackDelaysMs = [0], confirmationDelaysMs = [0, 5, 15], webhookDelaysMs = [0] }: Omit<RaceSetup, 'race'>,
): void {
  control.direct('daraja.prompt', {
    usually: [0, 5, 15].map((afterMs) => ({ weight: 1, do: { kind: 'result', code: '0', afterMs } })),
  })
  for (const [point, delaysMs] of [
    ['daraja.callback', callbackDelaysMs],
    ['stripe.webhook', webhookDelaysMs],
  ] as const) {
    control.direct(point, {
      usually: delaysMs.map((delayMs) => ({ weight: 1, do: { delayMs, times: 4, together: true } })),
    })
  }
  for (const [point, delaysMs] of [
    ['daraja.confirmation', confirmationDelaysMs],
    ['daraja.result', [0, 5, 15]],
  ] as const) {
    control.direct(point, {
      usually: delaysMs.map((delayMs) => ({ weight: 1, do: { delayMs, times: 3, together: true } })),
    })
  }
}
