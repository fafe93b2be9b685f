import type { PlanFor } from '@marashi/gateway-simulator/control/points'
import { newShopper, order, send } from './client.ts'
import type { Fixture } from './fixture.ts'
import { type Play, unpaidOrders } from './lost-and-forged.ts'
import { untilQuiet } from './the-day-after.ts'

const stays = new AbortController().signal
const PER_FORGERY = 3
const REFUSED = 400

const forgeries: Record<string, PlanFor<'stripe.webhook'>> = {
  'without a signature': { signature: 'missing' },
  'signed by somebody else': { signature: 'wrong-secret' },
  'signed ten minutes ago': { signature: 'old' },
  'altered after it was signed': { altered: true },
}

/**
 * Stripe's messages that cannot be proved to be Stripe's. The charge behind them is real, but none of them may tell the
 * shop so: it is refused and stored nowhere, and the shop finds the money by asking Stripe itself.
 */
export const forgeWebhooks: Play = async (fixture, host) => {
  const { control } = fixture.simulator
  const wrong: string[] = []
  for (const [name, plan] of Object.entries(forgeries)) {
    control.direct('stripe.webhook', { usually: [{ weight: 1, do: plan }] })
    const before = control.deliveries().length
    for (let nth = 0; nth < PER_FORGERY; nth++) await payByCardUnconfirmed(fixture)
    await untilQuiet(fixture)
    const answers = control.deliveries().slice(before)
    if (answers.length === 0) wrong.push(`no message ${name} was sent`)
    for (const { outcome } of answers) if (outcome !== REFUSED) wrong.push(`a message ${name} was answered ${outcome}`)
    const believed = await fixture.query(
      `select from webhook_events where gateway = 'stripe' union all select from orders where paid_at is not null`,
    )
    if (believed.length > 0) wrong.push(`a message ${name} was believed`)
  }
  await host.pass(15)
  return [...wrong, ...(await unpaidOrders(fixture))]
}

async function payByCardUnconfirmed(fixture: Fixture): Promise<void> {
  const orderId = await order(fixture, newShopper(fixture, stays), 'stripe')
  const prepared = await send(fixture, '/api/create-payment-intent', { orderId })
  const intentId = String(prepared?.body.clientSecret ?? '').split('_secret')[0]
  if (!orderId || !intentId) throw new Error('The card form was not prepared')
  fixture.simulator.control.payIntent(intentId)
}
