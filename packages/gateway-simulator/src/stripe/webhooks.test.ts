import Stripe from 'stripe'
import { describe, expect, it } from 'vitest'
import { startTestSimulator, stripeKeys } from '../testing/start-test-simulator.ts'

type Simulator = Awaited<ReturnType<typeof startTestSimulator>>

const { webhooks } = new Stripe('sk_test_unused')

/** An intent without going through the library; its first event is waited for. */
async function anIntent({ url, shop }: Simulator): Promise<string> {
  const response = await fetch(`${url}/v1/payment_intents`, {
    method: 'POST',
    headers: { authorization: `Bearer ${stripeKeys.secretKey}`, 'content-type': 'application/x-www-form-urlencoded' },
    body: 'amount=320000&currency=kes&metadata[orderId]=o1&metadata[orderNumber]=MAR10042',
  })
  await expect.poll(() => shop.deliveries.length).toBe(1)
  shop.deliveries.length = 0
  return ((await response.json()) as { id: string }).id
}

/** Reads messages as the shop does: only what Stripe's library finds rightly signed. */
const read = ({ shop }: Simulator) =>
  shop.deliveries.map(({ body, headers }) =>
    webhooks.constructEvent(body, String(headers['stripe-signature']), stripeKeys.webhookSecret),
  )
const typesHeard = (simulator: Simulator) => read(simulator).map(({ type }) => type)

describe('events', () => {
  it('are signed, complete, and come after the money is in the ledger', async () => {
    const simulator = await startTestSimulator()
    const id = await anIntent(simulator)
    let booked = -1
    simulator.shop.onDelivery = () => {
      if (booked < 0) booked = simulator.ledger.entries().length
      return 200
    }
    simulator.control.payIntent(id)
    await expect.poll(() => simulator.shop.deliveries.length).toBe(2)
    expect(booked).toBe(1)
    expect(simulator.shop.deliveries[0]?.path).toBe('/hooks/stripe')
    const event = read(simulator).find(({ type }) => type === 'payment_intent.succeeded')
    expect(event).toMatchObject({
      id: expect.stringMatching(/^evt_/),
      object: 'event',
      api_version: Stripe.API_VERSION,
      livemode: false,
      data: {
        object: {
          id,
          object: 'payment_intent',
          status: 'succeeded',
          currency: 'kes',
          amount_received: 320_000,
          metadata: { orderId: 'o1', orderNumber: 'MAR10042' },
        },
      },
    })
  })

  it('report every status that a payment takes', async () => {
    const simulator = await startTestSimulator()
    const { control } = simulator
    const id = await anIntent(simulator)
    const received = async (...types: string[]) => {
      await expect.poll(() => typesHeard(simulator).sort()).toEqual(types.sort())
      simulator.shop.deliveries.length = 0
    }
    control.payIntent(id, { outcome: 'declined', declineCode: 'insufficient_funds' })
    await received('payment_intent.payment_failed', 'charge.failed')
    control.payIntent(id, { outcome: 'requires_action' })
    await received('payment_intent.requires_action')
    control.payIntent(id, { outcome: 'processing' })
    await received('payment_intent.processing')
    control.payIntent(id)
    await received('payment_intent.succeeded', 'charge.succeeded')
    control.setClockOffset(60_001)
    await received('charge.updated')
    control.refundIntent(id, 20_000)
    await received('charge.refunded', 'refund.created')
    control.refundIntent(id)
    await received('charge.refunded', 'refund.created')
    const { id: disputeId } = control.openDispute(id)
    await received('charge.dispute.created', 'charge.dispute.funds_withdrawn')
    control.closeDispute(disputeId, 'won')
    await received('charge.dispute.closed', 'charge.dispute.funds_reinstated')
  })

  it('carry what was refunded, in part and in full, and the ledger follows', async () => {
    const simulator = await startTestSimulator()
    const { control, shop, ledger } = simulator
    const id = await anIntent(simulator)
    control.payIntent(id)
    await expect.poll(() => shop.deliveries.length).toBe(2)
    shop.deliveries.length = 0
    control.refundIntent(id, 20_000)
    await expect.poll(() => shop.deliveries.length).toBe(2)
    control.refundIntent(id)
    await expect.poll(() => shop.deliveries.length).toBe(4)
    const charges = read(simulator).filter(({ type }) => type === 'charge.refunded')
    expect(charges.map(({ data }) => data.object)).toMatchObject([
      { object: 'charge', payment_intent: id, amount_refunded: 20_000, refunded: false },
      { object: 'charge', payment_intent: id, amount_refunded: 320_000, refunded: true },
    ])
    expect(ledger.entries()).toMatchObject([{ id, amountCents: 320_000, refundedCents: 320_000 }])
    expect(() => control.refundIntent(id)).toThrow()
  })

  it.each([
    [{ signature: 'old' }, /timestamp/i],
    [{ signature: 'wrong-secret' }, /signature/i],
    [{ signature: 'missing' }, /./],
    [{ altered: true }, /signature/i],
  ] as const)('that are %j are found out', async (plan, reason) => {
    const simulator = await startTestSimulator()
    const id = await anIntent(simulator)
    simulator.control.direct('stripe.webhook', { next: [plan] })
    simulator.control.payIntent(id, { outcome: 'processing' })
    await expect.poll(() => simulator.shop.deliveries.length).toBe(1)
    expect(() => read(simulator)).toThrow(reason)
  })

  it('carry two signatures while a secret is exchanged, and are accepted', async () => {
    const simulator = await startTestSimulator()
    const id = await anIntent(simulator)
    simulator.control.direct('stripe.webhook', { next: [{ signature: 'rotating' }] })
    simulator.control.payIntent(id, { outcome: 'processing' })
    await expect.poll(() => typesHeard(simulator)).toEqual(['payment_intent.processing'])
    expect(simulator.shop.deliveries[0]?.headers['stripe-signature']).toMatch(/^t=\d+,v1=\w{64},v1=\w{64}$/)
  })

  it('get lost, repeat under one id, and can be asked for again', async () => {
    const simulator = await startTestSimulator()
    const { control, shop } = simulator
    const id = await anIntent(simulator)
    control.direct('stripe.webhook', { next: [{ lost: true }, { times: 3 }] })
    control.payIntent(id, { outcome: 'processing' })
    control.payIntent(id, { outcome: 'requires_action' })
    await expect.poll(() => shop.deliveries.length).toBe(3)
    expect(new Set(read(simulator).map((event) => event.id)).size).toBe(1)
    const lost = control.events().find(({ type }) => type === 'payment_intent.processing')
    shop.deliveries.length = 0
    control.resendEvent(lost?.id ?? '')
    await expect.poll(() => read(simulator).map((event) => event.id)).toEqual([lost?.id])
  })

  it('go nowhere until an address is set', async () => {
    const simulator = await startTestSimulator()
    const { control, shop } = simulator
    const id = await anIntent(simulator)
    control.setWebhookUrl(undefined)
    control.payIntent(id, { outcome: 'processing' })
    control.setWebhookUrl(`${shop.url}/elsewhere`)
    control.payIntent(id, { outcome: 'requires_action' })
    await expect.poll(() => shop.deliveries.map(({ path }) => path)).toEqual(['/elsewhere'])
    expect(control.events()).toHaveLength(3)
  })
})
