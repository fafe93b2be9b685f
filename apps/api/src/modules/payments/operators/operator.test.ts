import { createECDH, randomBytes } from 'node:crypto'
import type { ReceiptClaimList } from '@marashi/domain/contracts/admin-receipt-claims'
import type { ReceiptClaimAnswer } from '@marashi/domain/contracts/orders'
import { startGatewaySimulator } from '@marashi/gateway-simulator/start-gateway-simulator'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { jobContext } from '../../../http/context.ts'
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts'
import { logIn, makeOrder } from '../../../testing/factories.ts'
import { asAnotherRequest } from '../../../testing/refuse-second-connections.ts'
import { runNotices } from '../../../testing/run-notices.ts'
import { watchHealth } from '../../../testing/watch-health.ts'
import { holdOrResumeClaims } from '../claims/hold-claims.ts'
import { recoverClaims } from '../claims/recover-claims.ts'
import { endClaim } from '../claims/settle-claim.ts'
import { openResultAddresses } from '../results/open-addresses.ts'

const daraja = { consumerKey: 'key', consumerSecret: 'secret', shortcode: '174379', passkey: 'passkey' }
const tillNumber = '512345'
const credential = 'bmV3'
const patiently = { timeout: 10_000 }
let simulator: Awaited<ReturnType<typeof startGatewaySimulator>>
let shop: TestApp
let now: Date

beforeEach(async () => {
  now = new Date()
  simulator = await startGatewaySimulator({
    daraja: { ...daraja, tillNumber, initiator: { name: 'apiop', credential }, queryLimit: null },
    stripe: { secretKey: 'sk', webhookSecret: 'whsec' },
  })
  shop = await openShop('b2xk')
})
afterEach(async () => {
  await simulator.stop()
  await shop[Symbol.asyncDispose]()
})

async function openShop(MPESA_SECURITY_CREDENTIAL: string, databaseUrl?: string): Promise<TestApp> {
  const opened = await buildTestApp({
    ...(databaseUrl !== undefined && { databaseUrl }),
    clock: () => now,
    env: {
      MPESA_BASE_URL: simulator.url,
      MPESA_CONSUMER_KEY: daraja.consumerKey,
      MPESA_CONSUMER_SECRET: daraja.consumerSecret,
      MPESA_SHORTCODE: daraja.shortcode,
      MPESA_PASSKEY: daraja.passkey,
      MPESA_TILL: tillNumber,
      MPESA_TRANSACTION_TYPE: 'CustomerBuyGoodsOnline',
      MPESA_INITIATOR_NAME: 'apiop',
      MPESA_SECURITY_CREDENTIAL,
    },
  })
  opened.deps.gateways.callbackOrigin = await opened.app.listen({ port: 0, host: '127.0.0.1' })
  return opened
}

const ctx = (of = shop) => jobContext({ ...of.deps, log: of.app.log })
const asked = () => simulator.control.deliveries().length
const refusals = () => shop.query<{ code: string }>('select code from operator_refusals')
async function type(receipt: string, of = shop): Promise<ReceiptClaimAnswer> {
  const order = await makeOrder(shop.deps.orm)
  const payload = { orderId: order.id, receipt }
  return (await of.app.inject({ method: 'POST', url: '/api/payments/mpesa/receipt', payload })).json()
}
/** A second from now, after the order: only Safaricom's ledger knows. */
const payByHand = (receipt: string) =>
  simulator.ledger.record({
    gateway: 'mpesa',
    id: receipt,
    receipt,
    orderReference: '',
    amountCents: 450_000,
    refundedCents: 0,
    phone: '254712345678',
    at: new Date(now.getTime() + 1_000).toISOString(),
  })
async function isRefused(): Promise<void> {
  await type('SKJ4H7T2QX')
  await expect.poll(refusals, patiently).toEqual([{ code: '2001' }])
}
async function hoursPass(hours: number, of = shop): Promise<void> {
  for (let hour = 0; hour < hours; hour++) {
    now = new Date(now.getTime() + 60 * 60_000)
    await recoverClaims(ctx(of))
  }
}
const admin = async (method: 'GET' | 'POST', url: string, payload?: object) => {
  const headers = await logIn(shop.deps.orm, { lastSeenAt: now, expiresAt: new Date(now.getTime() + 60_000) })
  return (await shop.app.inject({ method, url: `/api/admin/${url}`, headers, ...(payload && { payload }) })).json()
}
const health = async () =>
  (await shop.query(`select state, message, remedy from health_checks where name = 'mpesa-operator'`))[0]

describe('an operator whose password has ended', () => {
  it('is not asked again, so that M-Pesa does not lock it, however many receipts are typed', async () => {
    await isRefused()
    expect(await type('SKJ4H7T2QY')).toMatchObject({
      state: 'checking',
      message: expect.stringMatching(/compare it with our M-Pesa account ourselves/),
    })
    await hoursPass(25)
    expect(asked()).toBe(1)
    const { claims } = (await admin('GET', 'receipt-claims')) as ReceiptClaimList
    expect(claims.map(({ isWithShop, leftBecause }) => ({ isWithShop, leftBecause }))).toEqual(
      Array(2).fill({ isWithShop: true, leftBecause: 'operator-refused' }),
    )
  })

  it('sends no refund, and says why', async () => {
    await isRefused()
    const refund = { amountShillings: 4_500, receipt: 'SKJ4H7T2QZ', remarks: 'Refund', resultUrl: '', timeoutUrl: '' }
    expect(await shop.deps.gateways.reversals?.reverse(refund)).toEqual({
      kind: 'refused',
      code: '2001',
      message: expect.stringMatching(/Health says what to do/),
    })
    expect(asked()).toBe(1)
  })

  it('sends no refund where nobody knows whether M-Pesa refuses it, and it may be tried again at once', async () => {
    await shop.query('alter table operator_refusals rename to operator_refusals_away')
    const refund = { amountShillings: 4_500, receipt: 'SKJ4H7T2QZ', remarks: 'Refund', resultUrl: '', timeoutUrl: '' }
    expect(await shop.deps.gateways.reversals?.reverse(refund)).toEqual({
      kind: 'refused',
      code: 'not-asked',
      message: expect.stringMatching(/Try again/),
    })
    expect(asked()).toBe(0)
  })

  it('is broken on Health since then, with what to do, and told to the owner once', async () => {
    const browser = createECDH('prime256v1').generateKeys('base64url')
    await shop.query(
      `insert into push_subscriptions (endpoint, p256dh, auth, browser, created_at)
       values ('https://push.test/1', $1, $2, 'Chrome', now())`,
      [browser, randomBytes(16).toString('base64url')],
    )
    await watchHealth(ctx(), null)
    expect(await health()).toMatchObject({ state: 'fine' })
    await isRefused()
    for (let minute = 0; minute < 3; minute++) {
      now = new Date(now.getTime() + 61_000)
      await watchHealth(ctx(), null)
      await runNotices(ctx(), {
        sendEmail: null,
        post: async () => ({ status: 201, answer: '', retryAfter: undefined }),
      })
    }
    expect(await health()).toEqual({
      state: 'broken',
      message: expect.stringMatching(/^Since .* M-Pesa says that the password .* has ended: it does so after 90 days/),
      remedy: expect.stringMatching(/^Give the API operator a new password in the M-Pesa portal/),
    })
    expect(await shop.query(`select kind, text->>'title' as title from notices`)).toEqual([
      { kind: 'health', title: 'M-Pesa operator' },
    ])
  })

  it('is asked again with another password, by one receipt first', async () => {
    for (const receipt of ['SKJ4H7T2QX', 'SKJ4H7T2QY']) payByHand(receipt)
    await isRefused()
    await type('SKJ4H7T2QY')
    await using renewed = await openShop(credential, shop.databaseUrl)
    await recoverClaims(ctx(renewed))
    await expect.poll(asked, patiently).toBe(2)
    now = new Date(now.getTime() + 61_000)
    await recoverClaims(ctx(renewed))
    const states = () => shop.query('select distinct state, left_because from receipt_claims')
    await expect.poll(states, patiently).toEqual([{ state: 'paid', left_because: null }])
  })

  it('is asked again for a day about a receipt that has waited for longer, also where M-Pesa takes the first question on late', async () => {
    payByHand('SKJ4H7T2QX')
    await isRefused()
    now = new Date(now.getTime() + 30 * 60 * 60_000)
    await using renewed = await openShop(credential, shop.databaseUrl)
    simulator.control.direct('daraja.status', { next: [{ kind: 'status', status: 429 }] })
    await recoverClaims(ctx(renewed))
    expect(asked()).toBe(1)
    now = new Date(now.getTime() + 61_000)
    await recoverClaims(ctx(renewed))
    await expect.poll(() => shop.query('select state from receipt_claims'), patiently).toEqual([{ state: 'paid' }])
  })

  it('is asked again about no receipt that the owner refuses at that moment', async () => {
    await isRefused()
    await shop.query('delete from operator_refusals')
    const [{ id } = { id: '' }] = await shop.query<{ id: string }>('select id from receipt_claims')
    let resumed: Promise<void> | undefined
    await shop.deps.orm.em.fork().transactional(async (tx) => {
      expect(await endClaim(tx, now, { id, reason: 'administrator' })).toBe(true)
      resumed = asAnotherRequest(() => holdOrResumeClaims(ctx()))
      const waits = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      await expect.poll(() => shop.query(waits)).toHaveLength(1)
    })
    await resumed
    expect(await shop.query('select state, next_query_at, taken_up_at from receipt_claims')).toEqual([
      { state: 'refused', next_query_at: null, taken_up_at: null },
    ])
  })

  it('is not asked about a receipt that was typed while it was refused, and whoever typed it reads so', async () => {
    const { operator = '' } = shop.deps.gateways.reversals ?? {}
    simulator.control.direct('daraja.status-result', { next: [{ kind: 'forgotten' }] })
    await type('SKJ4H7T2QX')
    await shop.query(
      `insert into operator_refusals (gateway, operator, code, refused_at) values ('mpesa', $1, '2001', now())`,
      [operator],
    )
    await recoverClaims(ctx())
    expect(await shop.query('select left_because, next_query_at from receipt_claims')).toEqual([
      { left_because: 'operator-refused', next_query_at: null },
    ])
    const [claim] = await shop.query<{ orderId: string }>('select order_id as "orderId" from receipt_claims')
    const status = await shop.app.inject(`/api/orders/${claim?.orderId}/payment-status`)
    expect(status.json().receiptClaim.message).toMatch(/compare it with our M-Pesa account ourselves/)
  })

  it.each([
    ['the version before', null, []],
    ['this one', 'old', ['old']],
  ])(
    'is refused late, after a new password was set, which goes on being tried: asked by %s',
    async (_whom, by, refused) => {
      const { operator = '' } = shop.deps.gateways.reversals ?? {}
      simulator.control.direct('daraja.status-result', { next: [{ kind: 'forgotten' }] })
      await type('SKJ4H7T2QX')
      const [claim] = await shop.query<{ id: string }>('select id from receipt_claims')
      const question = { method: 'mpesa', kind: 'look-up', claimId: claim?.id ?? '' } as const
      const addresses = await openResultAddresses(ctx(), question)
      await shop.query('update result_addresses set operator = $1', [by && operator])
      await using renewed = await openShop(credential, shop.databaseUrl)
      const payload = { Result: { ResultType: 0, ResultCode: 2001, ConversationID: 'AG_1' } }
      const url = new URL(addresses?.result ?? '').pathname
      expect((await renewed.app.inject({ method: 'POST', url, payload })).statusCode).toBe(200)
      const processed = () => shop.query('select from webhook_events where processed_at is not null')
      await expect.poll(async () => (await processed()).length, patiently).toBe(1)
      const stored = await shop.query<{ of: string }>('select operator as of from operator_refusals')
      expect(stored.map(({ of }) => (of === operator ? 'old' : of))).toEqual(refused)
      expect(await shop.query('select left_because from receipt_claims')).toEqual([{ left_because: null }])
      now = new Date(now.getTime() + 61_000)
      await recoverClaims(ctx(renewed))
      await expect.poll(asked, patiently).toBe(1)
    },
  )

  it('is asked again where the owner says so, who sees where it is refused again', async () => {
    await isRefused()
    await admin('POST', 'health/operator', { paymentMethod: 'mpesa' })
    await watchHealth(ctx(), null)
    expect(await health()).toMatchObject({ state: 'fine' })
    await recoverClaims(ctx())
    await expect.poll(refusals, patiently).toEqual([{ code: '2001' }])
    await expect.poll(asked, patiently).toBe(2)
  })
})

describe('a refusal', () => {
  it.each([
    ['2001', { look: true, refund: true }],
    ['8006', { look: true, refund: true }],
    ['21', { look: true, refund: false }],
    ['25', { look: false, refund: false }],
  ])('by %s stops %j', async (code, stops) => {
    simulator.control.direct('daraja.status-result', { next: [{ kind: 'code', code }] })
    await using allowed = await openShop(credential, shop.databaseUrl)
    await type('SKJ4H7T2QX', allowed)
    const processed = () => shop.query('select from webhook_events where processed_at is not null')
    await expect.poll(async () => (await processed()).length, patiently).toBe(1)
    const addresses = { resultUrl: 'http://127.0.0.1:1', timeoutUrl: 'http://127.0.0.1:1', remarks: 'Test' }
    const { reversals } = allowed.deps.gateways
    const look = reversals?.query({ ...addresses, receipt: 'SKJ4H7T2QY', conversationId: null })
    await (stops.look ? expect(look).rejects.toThrow() : expect(look).resolves.toBe('asked'))
    const refund = await reversals?.reverse({ ...addresses, receipt: 'SKJ4H7T2QY', amountShillings: 1 })
    expect(refund?.kind === 'refused').toBe(stops.refund)
    await watchHealth(ctx(allowed), null)
    const words = stops.refund ? /and no refund is sent/ : stops.look ? /Refunds are sent as ever/ : /does not refuse/
    expect(await health()).toMatchObject({ message: expect.stringMatching(words) })
  })

  it('that stops refunds is what Health tells of, also where one that does not came first', async () => {
    const { operator = '' } = shop.deps.gateways.reversals ?? {}
    await shop.query(
      `insert into operator_refusals (gateway, operator, code, refused_at)
       values ('mpesa', $1, '21', now() - interval '1 hour'), ('mpesa', $1, '2001', now())`,
      [operator],
    )
    await watchHealth(ctx(), null)
    expect(await health()).toMatchObject({ message: expect.stringMatching(/no refund is sent/) })
  })
})
