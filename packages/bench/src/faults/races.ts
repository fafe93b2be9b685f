import type { Template } from '@marashi/postgres/test-databases'
import { startAppInstance } from './app-instance.ts'
import { checkDatabase } from './check-database.ts'
import { buyWithCard, newClient, order } from './client.ts'
import { type Fixture, openFixture } from './fixture.ts'
import { logIn, paymentOf } from './refund-order.ts'
import type { ScenarioResult } from './report.ts'
import { askForPrompt, stays } from './scenario.ts'
import { send } from './send.ts'
import { untilQuiet } from './until-quiet.ts'

const WORKERS = 6

type Race = (fixture: Fixture) => Promise<void>

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
  const prepared = await Promise.all([1, 2].map(() => send(fixture, '/api/create-payment-intent', { orderId })))
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

const races: Record<string, Race> = {
  'the same callback 4 times at once': sameCallbackFourTimes,
  'cancel against callback': cancelAgainstCallback,
  'confirm 3 times against webhook 4 times': confirmAgainstWebhook,
  '12 refunds of a tenth at once': refundsAgainstEachOther,
}

/** Runs `count` races, the same number of each kind, several at a time. Each must have one winner, whichever comes first. */
export async function runRaces(template: Template, count: number): Promise<ScenarioResult[]> {
  const lines: ScenarioResult[] = []
  for (const [name, race] of Object.entries(races)) {
    const runs = Math.ceil(count / Object.keys(races).length)
    await using fixture = await openFixture(template)
    const { control } = fixture.simulator
    control.direct('daraja.prompt', {
      usually: [0, 5, 15].map((afterMs) => ({ weight: 1, do: { kind: 'result', code: '0', afterMs } })),
    })
    for (const point of ['daraja.callback', 'stripe.webhook'] as const) {
      control.direct(point, { usually: [{ weight: 1, do: { times: 4, together: true } }] })
    }
    {
      await using app = await startAppInstance(fixture)
      let left = runs
      const worker = async () => {
        while (left-- > 0) await race(fixture)
      }
      await Promise.all(Array.from({ length: WORKERS }, worker))
      await untilQuiet(fixture)
      await app.advance(1)
    }
    const violations = await checkDatabase(fixture)
    const [flagged] = await fixture.query<{ late: number }>(
      `select count(*)::int as late from payments where attention is not null`,
    )
    lines.push({
      scenario: `race: ${name}`,
      runs,
      violations,
      note: `${fixture.simulator.ledger.entries().length} paid, ${flagged?.late} flagged`,
    })
  }
  return lines
}
