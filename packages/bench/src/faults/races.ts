import type { Template } from '@marashi/postgres/test-databases'
import { startAppInstance } from './app-instance.ts'
import { checkDatabase } from './check-database.ts'
import { newShopper, order, send } from './client.ts'
import { type Fixture, openFixture } from './fixture.ts'
import type { Line } from './report.ts'
import { untilQuiet } from './the-day-after.ts'

const SIDE_BY_SIDE = 6
const stays = new AbortController().signal

type Race = (fixture: Fixture) => Promise<void>

/** Four copies of a success side by side, before or after the push's answer. */
const sameCallbackFourTimes: Race = async (fixture) => {
  await askForPrompt(fixture)
}

/** The shopper cancels in the shop at the moment at which she pays on the phone. */
const cancelAgainstCallback: Race = async (fixture) => {
  const orderId = await askForPrompt(fixture)
  await Promise.all([1, 2].map(() => send(fixture, '/api/payments/mpesa/cancel', { orderId })))
}

/** The browser confirms three times while Stripe tells the same thing four times over. */
const confirmAgainstWebhook: Race = async (fixture) => {
  const orderId = await order(fixture, newShopper(fixture, stays), 'stripe')
  const prepared = await Promise.all([1, 2].map(() => send(fixture, '/api/create-payment-intent', { orderId })))
  const secrets = prepared.flatMap((answer) => (answer?.status === 200 ? [String(answer.body.clientSecret)] : []))
  const intentId = secrets[0]?.split('_secret')[0]
  if (!orderId || !intentId) throw new Error('The card form was not prepared')
  fixture.simulator.control.payIntent(intentId)
  const confirmed = await Promise.all(
    [1, 2, 3].map(() => send(fixture, '/api/payments/stripe/confirm', { orderId, paymentIntentId: intentId })),
  )
  if (confirmed.some((answer) => answer?.status === 200)) fixture.recorder.confirmed.push(orderId)
}

const races: Record<string, Race> = {
  'the same callback 4 times at once': sameCallbackFourTimes,
  'cancel against callback': cancelAgainstCallback,
  'confirm 3 times against webhook 4 times': confirmAgainstWebhook,
}

/** `count` races, a third of each kind, several at a time: one winner each, whoever comes first. */
export async function raceMessages(template: Template, count: number): Promise<Line[]> {
  const lines: Line[] = []
  for (const [name, race] of Object.entries(races)) {
    const runs = Math.ceil(count / Object.keys(races).length)
    await using fixture = await openFixture(template)
    const { control } = fixture.simulator
    control.direct('daraja.prompt', {
      usually: [0, 5, 15].map((afterMs) => ({ weight: 1, do: { kind: 'result', code: '0', afterMs } })),
    })
    for (const road of ['daraja.callback', 'stripe.webhook'] as const) {
      control.direct(road, { usually: [{ weight: 1, do: { times: 4, together: true } }] })
    }
    {
      await using host = await startAppInstance(fixture)
      let left = runs
      const lane = async () => {
        while (left-- > 0) await race(fixture)
      }
      await Promise.all(Array.from({ length: SIDE_BY_SIDE }, lane))
      await untilQuiet(fixture)
      await host.pass(1)
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

async function askForPrompt(fixture: Fixture): Promise<string> {
  const shopper = newShopper(fixture, stays)
  const orderId = await order(fixture, shopper, 'mpesa')
  if (!orderId) throw new Error('The order was not taken')
  const answer = await send(fixture, '/api/payments/mpesa/initiate', { orderId, phone: shopper.phone })
  if (answer && answer.status < 300) fixture.recorder.attempts.push(orderId)
  return orderId
}
