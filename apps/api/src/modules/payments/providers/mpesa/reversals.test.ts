import type { RefundList } from '@marashi/domain/contracts/admin-refunds'
import { startGatewaySimulator } from '@marashi/gateway-simulator/start-gateway-simulator'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { jobContext } from '../../../../http/context.ts'
import { buildTestApp, type TestApp, testPassword } from '../../../../testing/build-test-app.ts'
import { databaseAway } from '../../../../testing/database-away.ts'
import { logIn, makeOrder } from '../../../../testing/factories.ts'
import { recoverRefunds } from '../../refunds/recover-refunds.ts'
import { darajaHttp } from './daraja-http.ts'
import { darajaToken } from './daraja-token.ts'
import { darajaReversals } from './reversals.ts'

const merchant = { consumerKey: 'key', consumerSecret: 'secret', shortcode: '174379', passkey: 'passkey' }
const initiator = { name: 'apiop', credential: 'c2VjcmV0' }
// A result takes its way over two sockets, and longer under load.
const patiently = { timeout: 10_000 }
let simulator: Awaited<ReturnType<typeof startGatewaySimulator>>
let shop: TestApp
let headers: { cookie: string }
let paymentId: string
let receipt: string
let now: Date

beforeEach(async () => {
  now = new Date()
  simulator = await startGatewaySimulator({
    daraja: { ...merchant, initiator, queryLimit: null },
    stripe: { secretKey: 'sk', webhookSecret: 'whsec' },
  })
  shop = await buildTestApp({
    clock: () => now,
    env: {
      MPESA_BASE_URL: simulator.url,
      MPESA_CONSUMER_KEY: merchant.consumerKey,
      MPESA_CONSUMER_SECRET: merchant.consumerSecret,
      MPESA_SHORTCODE: merchant.shortcode,
      MPESA_PASSKEY: merchant.passkey,
      MPESA_INITIATOR_NAME: initiator.name,
      MPESA_SECURITY_CREDENTIAL: initiator.credential,
      LIMIT_LOGINS: '3/900',
    },
  })
  shop.deps.gateways.callbackOrigin = await shop.app.listen({ port: 0, host: '127.0.0.1' })
  headers = await logIn(shop.deps.orm)
  simulator.control.direct('daraja.prompt', { usually: [{ weight: 1, do: { kind: 'result', code: '0', afterMs: 0 } }] })
  const order = await makeOrder(shop.deps.orm)
  const payload = { orderId: order.id, phone: '0712345678' }
  await shop.app.inject({ method: 'POST', url: '/api/payments/mpesa/initiate', payload })
  await expect
    .poll(async () => await shop.query(`select from payments where status = 'completed'`), patiently)
    .toHaveLength(1)
  const [payment] = await shop.query<{ id: string; receipt: string }>(
    'select id, provider_receipt as receipt from payments',
  )
  paymentId = payment?.id ?? ''
  receipt = payment?.receipt ?? ''
})
afterEach(async () => {
  await simulator.stop()
  await shop[Symbol.asyncDispose]()
})

const request = (change: object = {}) =>
  shop.app.inject({
    method: 'POST',
    url: `/api/admin/payments/${paymentId}/refunds`,
    headers,
    payload: { amount: 450_000, way: 'provider', reason: 'Never arrived', password: testPassword, ...change },
  })
const list = async () =>
  (await shop.app.inject({ url: `/api/admin/payments/${paymentId}/refunds`, headers })).json<RefundList>()
const statuses = async () => (await list()).refunds.map(({ status }) => status)
const becomes = (...expected: string[]) => expect.poll(statuses, patiently).toEqual(expected)
const moved = () => simulator.ledger.entries().map(({ refundedCents }) => refundedCents)
async function askAfter(minutes: number): Promise<void> {
  now = new Date(now.getTime() + minutes * 60_000)
  await recoverRefunds(jobContext({ ...shop.deps, log: shop.app.log }))
}

describe('an M-Pesa refund', () => {
  it('takes the whole payment back, with the receipt of the reversal, and leaves revenue', async () => {
    expect((await request()).json()).toMatchObject({ status: 'sent', amount: 450_000 })
    await becomes('succeeded')
    expect((await list()).refunds[0]?.receipt).toMatch(/^[A-Z][A-Z0-9]{9}$/)
    expect(moved()).toEqual([450_000])
    expect(
      await shop.query('select p.status, o.paid_at as paid from payments p join orders o on o.id = p.order_id'),
    ).toEqual([{ status: 'refunded', paid: null }])
  })

  it('of a part is refused, and recorded by hand with its reason', async () => {
    expect((await request({ amount: 100_000 })).json().fields.amount).toMatch(/^Only the whole payment of Ksh 4,500/)
    const manual = await request({ amount: 100_000, way: 'manual', password: undefined })
    expect(manual.json()).toMatchObject({ status: 'succeeded', isManual: true })
    expect((await request()).json().fields.amount).toBe('At most Ksh 3,500 can still go back.')
    expect(moved()).toEqual([0])
  })

  it('is asked for once, however many browsers send it at once', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => request()))
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1)
    await becomes('succeeded')
    expect(simulator.control.reversals()).toHaveLength(1)
  })

  it('takes the administrator’s password, and counts wrong ones as the login does', async () => {
    expect((await request({ password: undefined })).json().fields).toEqual({ password: 'Please enter your password.' })
    for (const _ of [1, 2, 3]) {
      expect((await request({ password: 'a guess' })).json().fields).toEqual({ password: 'Invalid password' })
    }
    expect((await request()).statusCode).toBe(429)
    expect(await list()).toMatchObject({ refunds: [], left: 450_000 })
  })

  it('never goes without the password, also where refunds work again since the shop has looked', async () => {
    const { gateways } = shop.deps
    const { reversals } = gateways
    let looks = 0
    Object.defineProperty(gateways, 'reversals', { get: () => (looks++ === 0 ? null : reversals) })
    expect((await request({ password: undefined })).statusCode).toBe(503)
    expect(looks).toBeGreaterThan(1)
    expect(await list()).toMatchObject({ refunds: [], left: 450_000 })
    expect(simulator.control.reversals()).toEqual([])
  })

  it('says to the owner what is missing where it is not set up', async () => {
    shop.deps.gateways.reversals = null
    expect((await list()).provider?.unavailable).toMatch(
      /^M-Pesa refunds are not set up: the shop needs MPESA_INITIATOR_NAME/,
    )
    expect((await request()).statusCode).toBe(503)
  })

  it('with a wrong operator’s password fails with words for the owner, and may be tried again', async () => {
    const { consumerKey, consumerSecret } = merchant
    const keys = { baseUrl: simulator.url, consumerKey, consumerSecret }
    const http = darajaHttp({ baseUrl: simulator.url, token: darajaToken(keys, shop.deps) })
    const rightOne = shop.deps.gateways.reversals
    const { shortcode } = merchant
    shop.deps.gateways.reversals = darajaReversals(
      { operator: 'own', shortcode, initiator: initiator.name, credential: 'wrong' },
      http,
    )
    await request()
    await becomes('failed')
    expect((await list()).refunds[0]?.failureReason).toMatch(/^The name or password of the API operator is wrong/)
    shop.deps.gateways.reversals = rightOne
    now = new Date(now.getTime() + 1_000)
    await request()
    await becomes('succeeded', 'failed')
  })
})

describe('an M-Pesa refund whose answer', () => {
  it('was lost is not asked for again, and proved by a status query on the payment', async () => {
    simulator.control.direct('daraja.reversal', { next: [{ kind: 'lost' }] })
    simulator.control.direct('daraja.result', { next: [{ lost: true }] })
    expect((await request()).json()).toMatchObject({ status: 'unknown' })
    expect((await request()).json().fields.amount).toBe('Nothing is left to refund.')
    await expect.poll(moved, patiently).toEqual([450_000])
    await askAfter(3)
    await becomes('succeeded')
    expect(simulator.control.reversals()).toHaveLength(1)
  })

  it('came, and whose result was lost, is proved by its conversation', async () => {
    simulator.control.direct('daraja.result', { next: [{ lost: true }] })
    expect((await request()).json()).toMatchObject({ status: 'sent', reference: expect.stringMatching(/^AG_/) })
    await expect.poll(moved, patiently).toEqual([450_000])
    await askAfter(3)
    await becomes('succeeded')
    expect((await list()).refunds[0]?.receipt).toBe(simulator.control.reversals()[0]?.reversalReceipt)
  })

  it.each([
    ['came while the database restarts', { next: [] }, 'provider_reference', 'sent'],
    [
      'is a refusal while the database restarts',
      { next: [{ kind: 'error', code: '400.002.02' }] },
      'failed_at',
      'failed',
    ],
  ] as const)('%s is known once it is back', async (_what, reply, column, status) => {
    simulator.control.direct('daraja.reversal', { next: [...reply.next] })
    simulator.control.direct('daraja.result', { next: [{ lost: true }] })
    await databaseAway(shop, { table: 'payment_refunds', column, times: 2 })
    expect((await request()).json()).toMatchObject({ status })
    if (status === 'sent') expect((await list()).refunds[0]?.reference).toMatch(/^AG_/)
  })

  it('never comes stays unknown and reserved, because a payment that stands proves nothing', async () => {
    simulator.control.direct('daraja.reversal', { next: [{ kind: 'lost' }] })
    simulator.control.direct('daraja.reversal-result', { next: [{ kind: 'forgotten' }] })
    await request()
    await askAfter(3)
    await expect
      .poll(
        async () =>
          await shop.query(
            'select from webhook_events where result_token_hash is not null and processed_at is not null',
          ),
        patiently,
      )
      .toHaveLength(1)
    expect(await list()).toMatchObject({ left: 0, refunds: [{ status: 'unknown' }] })
  })

  it('never comes is left to the owner after three days, also where M-Pesa cannot be asked any more', async () => {
    simulator.control.direct('daraja.reversal', { next: [{ kind: 'lost' }] })
    simulator.control.direct('daraja.reversal-result', { next: [{ kind: 'forgotten' }] })
    await request()
    await shop.query(
      `insert into operator_refusals (gateway, operator, code, refused_at) values ('mpesa', $1, '8006', now())`,
      [shop.deps.gateways.reversals?.operator],
    )
    await askAfter(73 * 60)
    expect(await shop.query('select attention from payments')).toEqual([{ attention: 'refund-unknown' }])
  })

  it('says that the queue had no time is unknown until it is proved', async () => {
    simulator.control.direct('daraja.reversal-result', { next: [{ kind: 'timeout' }] })
    await request()
    await becomes('unknown')
  })

  it('comes four times at once counts once', async () => {
    simulator.control.direct('daraja.result', { next: [{ times: 4, together: true }] })
    await request()
    await becomes('succeeded')
    expect(
      await shop.query(`select from payment_events where to_status = 'refunded' and from_status = 'completed'`),
    ).toHaveLength(1)
  })

  it('says that it was reversed before counts as proof', async () => {
    simulator.control.direct('daraja.reversal-result', { next: [{ kind: 'code', code: 'R000001' }] })
    await request()
    await becomes('succeeded')
  })

  it('carries a code that nobody has described proves nothing', async () => {
    simulator.control.direct('daraja.reversal-result', { next: [{ kind: 'code', code: '9999' }] })
    await request()
    await becomes('unknown')
  })

  it('names another payment is refused and flagged', async () => {
    simulator.control.direct('daraja.reversal-result', { next: [{ kind: 'wrong' }] })
    await request()
    await expect
      .poll(async () => await shop.query('select attention from payments'), patiently)
      .toEqual([{ attention: 'id-mismatch' }])
    expect(await statuses()).toEqual(['sent'])
  })

  it('comes after the owner has called it failed and sent the money back is flagged at once, and settles nothing', async () => {
    simulator.control.direct('daraja.reversal', { next: [{ kind: 'lost' }] })
    simulator.control.direct('daraja.result', { next: [{ delayMs: 86_400_000 }] })
    const { id } = (await request()).json()
    await expect.poll(moved, patiently).toEqual([450_000])
    const decided = { outcome: 'failed', reason: 'The portal does not show it' }
    await shop.app.inject({ method: 'POST', url: `/api/admin/refunds/${id}/outcome`, headers, payload: decided })
    expect((await request({ way: 'manual', password: undefined })).statusCode).toBe(201)
    await simulator.control.releaseDeliveries()
    await expect
      .poll(async () => await shop.query('select attention from payments'), patiently)
      .toEqual([{ attention: 'refund-unknown' }])
    expect(await shop.query('select details from payment_flags')).toEqual([
      { details: { refundId: id, refundedShillings: 4_500, receipt: expect.stringMatching(/^[A-Z0-9]{10}$/) } },
    ])
    expect((await statuses()).toSorted()).toEqual(['failed', 'succeeded'])
    await expect
      .poll(async () => await shop.query('select from webhook_events where processed_at is null'), patiently)
      .toEqual([])
  })

  it('is forged finds no address', async () => {
    await request()
    const payload = { Result: { ResultCode: 0, TransactionID: receipt } }
    const answer = await shop.app.inject({ method: 'POST', url: `/api/hooks/result/${'0'.repeat(64)}`, payload })
    expect(answer.statusCode).toBe(404)
    await becomes('succeeded')
  })
})
