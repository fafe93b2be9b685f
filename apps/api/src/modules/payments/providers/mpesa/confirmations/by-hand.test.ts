import { startGatewaySimulator } from '@marashi/gateway-simulator/start-gateway-simulator'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { jobContext } from '../../../../../http/context.ts'
import { buildTestApp, type TestApp } from '../../../../../testing/build-test-app.ts'
import { makeOrder } from '../../../../../testing/factories.ts'
import { registerConfirmations } from '../../../transactions/confirmations/register-confirmations.ts'
import { matchTransactions } from '../../../transactions/match-transactions.ts'

const merchant = { consumerKey: 'key', consumerSecret: 'secret', shortcode: '174379', passkey: 'passkey' }
const patiently = { timeout: 10_000 }
let simulator: Awaited<ReturnType<typeof startGatewaySimulator>>
let shop: TestApp

beforeEach(async () => {
  simulator = await startGatewaySimulator({
    daraja: { ...merchant, queryLimit: null, confirmsPrompts: true },
    stripe: { secretKey: 'sk', webhookSecret: 'whsec' },
  })
  shop = await buildTestApp({
    env: {
      MPESA_BASE_URL: simulator.url,
      MPESA_CONSUMER_KEY: merchant.consumerKey,
      MPESA_CONSUMER_SECRET: merchant.consumerSecret,
      MPESA_SHORTCODE: merchant.shortcode,
      MPESA_PASSKEY: merchant.passkey,
    },
  })
  const { gateways } = shop.deps
  gateways.callbackOrigin = await shop.app.listen({ port: 0, host: '127.0.0.1' })
  // Only a demo registers an address that is not public.
  if (gateways.mpesa) gateways.mpesa = { ...gateways.mpesa, isDemo: true }
})
afterEach(async () => {
  await simulator.stop()
  await shop[Symbol.asyncDispose]()
})

const register = () => registerConfirmations(jobContext({ ...shop.deps, log: shop.app.log }), 'mpesa')
const settled = async () => (await shop.query('select id from webhook_events where processed_at is null')).length === 0
const payments = () =>
  shop.query(`select p.status, p.provider_receipt as receipt, p.attention, o.paid_at is not null as paid
    from payments p join orders o on o.id = p.order_id`)
async function newOrder() {
  const { id } = await makeOrder(shop.deps.orm)
  const [{ number } = { number: '' }] = await shop.query<{ number: string }>(
    'select order_number as number from orders where id = $1',
    [id],
  )
  return { id, number }
}

describe('registering at Daraja', () => {
  it('is done once, and the second time known', async () => {
    expect(await register()).toMatchObject({ state: 'registered' })
    expect(await register()).toMatchObject({ state: 'already-registered', message: 'Urls are already registered.' })
  })

  it.each([
    [{ kind: 'error', code: '401.003.01' }, 'no C2B product'],
    [{ kind: 'error', code: '500.003.1001' }, '500.003.1001'],
    [{ kind: 'unreachable' }, 'did not answer'],
    [{ kind: 'garbage' }, 'did not answer'],
  ] as const)('says why it failed: %j', async (plan, message) => {
    simulator.control.direct('daraja.register', { next: [plan, plan] })
    expect(await register()).toMatchObject({ state: 'failed', message: expect.stringContaining(message) })
  })
})

describe('a payment to the Paybill', () => {
  it('with the order number pays the order, though it is reported late and three times', async () => {
    await register()
    const { number } = await newOrder()
    simulator.control.direct('daraja.confirmation', { next: [{ times: 3, together: true, delayMs: 300 }] })
    const { receipt } = simulator.control.payByHand({ amountShillings: 4_500, account: number.toLowerCase() })
    await expect.poll(payments, patiently).toEqual([{ status: 'completed', receipt, attention: null, paid: true }])
    await expect.poll(settled, patiently).toBe(true)
    expect(await payments()).toHaveLength(1)
  })

  it('with another amount is kept and pays nothing', async () => {
    await register()
    const { number } = await newOrder()
    const { receipt } = simulator.control.payByHand({ amountShillings: 4_499, account: number })
    const lines = () => shop.query('select reference, payment_id from gateway_transactions')
    await expect.poll(lines, patiently).toEqual([{ reference: receipt, payment_id: null }])
    expect(await payments()).toEqual([])
  })
})

describe('a payment by prompt that is reported to both addresses', () => {
  it.each([
    ['in their order', {}, {}],
    ['the callback late', { delayMs: 400 }, {}],
    ['the callback never', { lost: true }, {}],
    ['the confirmation late', {}, { delayMs: 400 }],
    ['both twice', { times: 2, together: true }, { times: 2, together: true }],
  ])('is booked once: %s', async (_how, callback, confirmation) => {
    await register()
    const { id } = await newOrder()
    simulator.control.direct('daraja.prompt', { next: [{ kind: 'result', code: '0', afterMs: 50 }] })
    simulator.control.direct('daraja.callback', { next: [callback] })
    simulator.control.direct('daraja.confirmation', { next: [confirmation] })
    const payload = { orderId: id, phone: '0712345678' }
    await shop.app.inject({ method: 'POST', url: '/api/payments/mpesa/initiate', payload })
    await expect.poll(() => simulator.ledger.entries(), patiently).toHaveLength(1)
    const receipt = simulator.ledger.entries()[0]?.receipt
    await expect.poll(() => simulator.control.state().pendingDeliveries, patiently).toBe(0)
    await expect.poll(settled, patiently).toBe(true)
    await matchTransactions({ em: shop.deps.orm.em.fork(), clock: shop.deps.clock })
    expect(await payments()).toEqual([{ status: 'completed', receipt, attention: null, paid: true }])
    expect(
      await shop.query('select from gateway_transactions where payment_id is not null and reference = $1', [receipt]),
    ).toHaveLength(1)
  })
})
