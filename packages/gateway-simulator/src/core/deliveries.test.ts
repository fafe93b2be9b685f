import { describe, expect, it } from 'vitest'
import { startTestSimulator } from '../testing/start-test-simulator.ts'

const DAY_MS = 86_400_000

type Simulator = Awaited<ReturnType<typeof startTestSimulator>>

/** Sends pushes that are paid at once, one after the other, each from a phone of its own; returns their ids. */
async function payments(simulator: Simulator, count: number): Promise<string[]> {
  const { merchant, control, callbackUrl } = simulator
  const ids: string[] = []
  for (let i = 0; i < count; i += 1) {
    const phone = `25471234567${i}`
    const { body } = await merchant.push({ CallBackURL: callbackUrl, PartyA: phone, PhoneNumber: phone })
    ids.push(body.CheckoutRequestID ?? '')
    control.answerPrompt(ids[i] ?? '', '0')
  }
  return ids
}

const idsIn = ({ shop }: Simulator) =>
  shop.deliveries.map(({ body }) => (/"CheckoutRequestID":"([^"]+)"/.exec(String(body)) ?? [])[1])

describe('messages to the shop', () => {
  it('get lost, and the simulator knows', async () => {
    const simulator = await startTestSimulator()
    simulator.control.direct('daraja.callback', { next: [{ lost: true }] })
    const [lost, taken] = await payments(simulator, 2)
    await expect.poll(() => idsIn(simulator)).toEqual([taken])
    expect(simulator.control.deliveries()).toMatchObject([
      { about: lost, outcome: 'lost' },
      { about: taken, outcome: 200 },
    ])
    expect(simulator.ledger.entries()).toHaveLength(2)
  })

  it.each([{ together: false }, { together: true }])('repeat as often as planned: %j', async ({ together }) => {
    const simulator = await startTestSimulator()
    simulator.control.direct('daraja.callback', { next: [{ times: 5, together }] })
    const [id] = await payments(simulator, 1)
    await expect.poll(() => idsIn(simulator)).toEqual([id, id, id, id, id])
    expect(new Set(simulator.shop.deliveries.map(({ body }) => String(body))).size).toBe(1)
  })

  it('come out of order: the youngest first', async () => {
    const simulator = await startTestSimulator()
    simulator.control.reorderNext('callbacks', 3)
    const [first, second] = await payments(simulator, 2)
    expect(idsIn(simulator)).toEqual([])
    const [third] = await payments(simulator, 1)
    await expect.poll(() => idsIn(simulator)).toEqual([third, second, first])
  })

  it('come a day late, when the day is over or when they are let go', async () => {
    const simulator = await startTestSimulator()
    simulator.control.direct('daraja.callback', { next: [{ delayMs: DAY_MS }, { delayMs: DAY_MS }] })
    const [first] = await payments(simulator, 1)
    simulator.control.setClockOffset(DAY_MS + 1)
    await expect.poll(() => idsIn(simulator)).toEqual([first])
    simulator.control.setClockOffset(0)
    const [second] = await payments(simulator, 1)
    expect(simulator.control.state().pendingDeliveries).toBe(1)
    await simulator.control.releaseDeliveries()
    expect(idsIn(simulator)).toEqual([first, second])
    expect(simulator.control.state().pendingDeliveries).toBe(0)
  })

  it('are not tried again by Daraja when the shop fails, but are by Stripe', async () => {
    const simulator = await startTestSimulator({ stripe: { webhookRetriesMs: [5_000] } })
    const { shop, control } = simulator
    shop.onDelivery = () => 503
    await payments(simulator, 1)
    await expect.poll(() => control.deliveries()).toMatchObject([{ outcome: 503 }])
    expect(control.state().pendingDeliveries).toBe(0)

    const created = await fetch(`${simulator.url}/v1/payment_intents`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk_test_of_the_shop', 'content-type': 'application/x-www-form-urlencoded' },
      body: 'amount=320000&currency=kes',
    })
    expect(created.status).toBe(200)
    await expect.poll(() => shop.deliveries.length).toBe(2)
    shop.onDelivery = () => 200
    control.setClockOffset(5_001)
    await expect.poll(() => shop.deliveries.length).toBe(3)
    expect(shop.deliveries[2]?.body).toEqual(shop.deliveries[1]?.body)
    expect(control.state().pendingDeliveries).toBe(0)
  })
})
