import type { PlanFor } from '@marashi/gateway-simulator/control/points'
import { newClient, order } from '../client.ts'
import type { Fixture } from '../fixture.ts'
import { type Scenario, stays, unpaidOrders } from '../scenario.ts'
import { send } from '../send.ts'
import { untilQuiet } from '../until-quiet.ts'

const PER_FORGERY = 3
const REFUSED = 400

const forgeries: Record<string, PlanFor<'stripe.webhook'>> = {
  'without a signature': { signature: 'missing' },
  'signed by somebody else': { signature: 'wrong-secret' },
  'signed ten minutes ago': { signature: 'old' },
  'altered after it was signed': { altered: true },
}

/**
 * Webhooks that are not proved to be Stripe's. The charge behind them is real, but the shop must refuse them and store
 * nothing; it finds the money by asking Stripe itself.
 */
export const forgeWebhooks: Scenario = async (fixture, app) => {
  const { control } = fixture.simulator
  const wrong: string[] = []
  for (const [name, plan] of Object.entries(forgeries)) {
    control.direct('stripe.webhook', { usually: [{ weight: 1, do: plan }] })
    const before = control.deliveries().length
    for (let nth = 0; nth < PER_FORGERY; nth++) await payByCardUnconfirmed(fixture)
    await untilQuiet(fixture)
    const deliveries = control.deliveries().slice(before)
    if (deliveries.length === 0) wrong.push(`no webhook ${name} was sent`)
    for (const { outcome } of deliveries)
      if (outcome !== REFUSED) wrong.push(`a webhook ${name} was answered ${outcome}`)
    const accepted = await fixture.query(
      `select from webhook_events where gateway = 'stripe' union all select from orders where paid_at is not null`,
    )
    if (accepted.length > 0) wrong.push(`a webhook ${name} was accepted`)
  }
  await app.advance(15)
  return [...wrong, ...(await unpaidOrders(fixture))]
}

/** Pays a card at Stripe; the browser is closed before it confirms. */
export async function payByCardUnconfirmed(fixture: Fixture): Promise<void> {
  const orderId = await order(fixture, newClient(fixture, stays), 'stripe')
  const prepared = await send(fixture, '/api/create-payment-intent', { orderId })
  const intentId = String(prepared?.body.clientSecret ?? '').split('_secret')[0]
  if (!orderId || !intentId) throw new Error('The card form was not prepared')
  fixture.simulator.control.payIntent(intentId)
}
