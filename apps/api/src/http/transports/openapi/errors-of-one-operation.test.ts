import { randomUUID } from 'node:crypto'
import { createPaymentInput } from '@marashi/domain/contracts/admin-payments'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { changePrices } from '../../../modules/catalogue/prices/change-prices.ts'
import { recordPayment } from '../../../modules/payments/manual/record-payment.ts'
import type { PushOutcome } from '../../../modules/payments/providers/mpesa/daraja-outcomes.ts'
import type { CardIntent } from '../../../modules/payments/providers/stripe/card-intent.ts'
import { IntentRefused } from '../../../modules/payments/providers/stripe/stripe-errors.ts'
import { settlePayment } from '../../../modules/payments/settlement/settle-payment.ts'
import { ShopError } from '../../../shop-error.ts'
import { buildTestApp, type TestApp, testPassword } from '../../../testing/build-test-app.ts'
import { deletedMeanwhile } from '../../../testing/deleted-meanwhile.ts'
import { documentedOperations, errorOf } from '../../../testing/documented-operations.ts'
import { logIn, makeCategory, makeOrder, makePayment, makeProduct, makeReview } from '../../../testing/factories.ts'
import { charged, fakeCard, fakeMpesa, fakeReversals } from '../../../testing/fake-gateways.ts'
import { multipart, redAndBlue } from '../../../testing/photos.ts'
import { hashOf } from '../../repeats/request-claim.ts'

/** The errors of single operations; those of every operation are in errors-of-every-operation.test.ts. */
const card = fakeCard()
const mpesa = fakeMpesa()
let shop: TestApp
let now = Date.now()
/** What was answered so far, `POST /orders 409 STALE`. */
const driven = new Set<string>()

beforeAll(async () => {
  shop = await buildTestApp({
    gateways: { mpesa, card, reversals: fakeReversals() },
    media: {
      put: onFullDisk,
      remove: async () => undefined,
      read: async () => undefined,
      list: async () => [],
      tidy: async () => undefined,
    },
    clock: () => new Date(now),
    env: {
      LIMIT_REVIEWS: '1/3600',
      LIMIT_ORDERS: '1/3600',
      LIMIT_LOGINS: '1/900',
      CARD_MIN_SHILLINGS: '0',
      SHOP_NAME: 'Marashi',
    },
  })
})
afterAll(() => shop[Symbol.asyncDispose]())

/** The error of a picture folder on a full disk. */
async function onFullDisk(): Promise<never> {
  throw new ShopError('SERVICE_UNAVAILABLE', 'The disk is full.', { code: 'DISK_FULL', retryAfterSeconds: 60 })
}

type Call = Pick<InjectOptions, 'payload' | 'headers' | 'query' | 'remoteAddress'> & {
  id?: string
  changeId?: string
  isVisitor?: boolean
}

/** Calls an operation, by default as the administrator, and records how it was refused. */
async function refused(
  operation: string,
  { id = randomUUID(), changeId = '999999', headers = {}, isVisitor = false, ...call }: Call = {},
): Promise<string> {
  const [method, address = ''] = operation.split(' ') as [InjectOptions['method'], string]
  const answer = await shop.app.inject({
    method,
    url: `/api${address
      .replace('{flagId}', '1')
      .replace('{changeId}', changeId)
      .replace(/\{\w+\}/, id)}`,
    headers: { ...(isVisitor ? {} : await logIn(shop.deps.orm)), ...headers },
    ...call,
  })
  const error = errorOf(answer)
  driven.add(`${operation} ${error}`)
  return error
}

const staleDate = '2020-01-01T00:00:00.000Z'
const webhook = { url: 'https://receiver.test/hook', types: ['order.paid'] }

it('refuses what is not there', async () => {
  const product = { name: 'Oud', description: 'Amber.', price: 1, image: 'https://elsewhere.test/a.jpg' }
  const { id: categoryId } = await makeCategory(shop.deps.orm, 'Shelf')
  const { id: productId } = await makeProduct(shop.deps.orm, await makeCategory(shop.deps.orm, 'Other category'))
  const review = { productId, rating: 5, content: 'Lasts the whole day.' }
  const { orderNumber } = await makeOrder(shop.deps.orm)
  const orderId = randomUUID()
  const payloads: Record<string, object> = {
    'PATCH /categories/{id}': { name: 'Citrus' },
    'PUT /products/{id}': { ...product, categoryId },
    'PATCH /products/{id}': { price: 1 },
    'POST /admin/prices': { changes: [{ id: randomUUID(), price: 1 }] },
    'PUT /admin/reviews/{id}': review,
    'PATCH /admin/reviews/{id}': { status: 'approved' },
    'PATCH /admin/orders/{id}/status': { status: 'shipped' },
    'POST /admin/orders/{id}/cancel': { reason: 'Sold out' },
    'POST /admin/orders/{id}/notes': { text: 'Call first' },
    'PUT /admin/customers/{id}/note': { note: 'Rings twice' },
    'POST /admin/customers/{id}/erase': { password: testPassword },
    'PUT /admin/payments/{id}': { orderId: orderNumber, paymentMethod: 'mpesa', amount: 100 },
    'POST /admin/payments/{id}/flags/{flagId}': { resolution: 'Called the bank' },
    'POST /admin/payments/{id}/refunds': { amount: 100, way: 'manual', reason: 'Broken' },
    'POST /admin/refunds/{id}/outcome': { outcome: 'failed', reason: 'Read on the statement' },
    'POST /admin/receipt-claims/{id}/refuse': { reason: 'It is not on the statement' },
    'POST /admin/webhook-events/{id}/dismiss': { reason: 'A test of the gateway' },
    'PUT /admin/webhooks/{id}': { ...webhook, isPaused: false },
    'POST /admin/transactions/{id}/assign': { orderId: orderNumber },
    'POST /admin/transactions/{id}/dismiss': { reason: 'Rent' },
    'POST /products/{id}/reviews': { rating: 5, content: 'Lasts the whole day.' },
    'POST /payments/mpesa/initiate': { orderId, phone: '0712345678' },
    'POST /payments/mpesa/resend': { orderId },
    'POST /payments/mpesa/cancel': { orderId },
    'POST /payments/mpesa/receipt': { orderId, receipt: 'SKJ4H7T2QX' },
    'POST /create-payment-intent': { orderId },
    'POST /payments/stripe/confirm': { orderId, paymentIntentId: 'pi_unknown' },
    'POST /payments/stripe/cancel': { orderId },
    'POST /payments/on-delivery': { orderId },
    'POST /payments/another-way': { orderId, paymentMethod: 'manual' },
  }
  const reviewed = await makeProduct(shop.deps.orm, await makeCategory(shop.deps.orm, 'Third category'))
  const deletion = { sql: 'delete from products where id = $1', values: [reviewed.id] }
  await expectWhereDocumented('404 NOT_FOUND', (name) => ({ payload: payloads[name] ?? {} }), {
    'POST /admin/reviews': () =>
      deletedMeanwhile(shop, deletion, () =>
        refused('POST /admin/reviews', { payload: { ...review, productId: reviewed.id } }),
      ),
  })
})

it('refuses input that is not right', async () => {
  const nothing = { headers: { 'content-type': 'multipart/form-data; boundary=x' }, payload: '--x--\r\n' }
  const nonsense = {
    id: 'no-id',
    changeId: 'no-id',
    payload: { no: 'field' },
    query: { limit: '0', search: 'x'.repeat(101) },
  }
  await expectWhereDocumented('400 BAD_REQUEST', (name) => (/\/(image|statement)$/.test(name) ? nothing : nonsense), {
    // Whatever could be a secret is answered like one that nobody has.
    'GET /order-pages/{secret}': () => refused('GET /order-pages/{secret}', { id: 'x'.repeat(61) }),
  })
})

async function expectWhereDocumented(
  error: string,
  callOf: (operation: string) => Call,
  special: Record<string, () => Promise<string>> = {},
) {
  const operations = documentedOperations((await shop.app.inject('/api/openapi.json')).json())
  const answered: string[] = []
  for (const { name, method } of operations) {
    const { payload, ...call } = callOf(name)
    const ordinary = () => refused(name, method === 'GET' || method === 'DELETE' ? call : { ...call, payload })
    if ((await (special[name] ?? ordinary)()) === error) answered.push(name)
  }
  const documented = operations.filter(({ documentedErrors }) => documentedErrors.includes(error))
  expect(answered).toEqual(documented.map(({ name }) => name))
}

it('refuses what conflicts with the catalogue and its reviews', async () => {
  const { orm } = shop.deps
  const taken = await makeCategory(orm, 'Taken')
  const category = await makeCategory(orm, 'Oud')
  const product = await makeProduct(orm, category)
  const review = await makeReview(orm, product, { status: 'approved' })
  const stale = { updatedAt: staleDate }
  expect(await refused('POST /categories', { payload: { name: 'Taken' } })).toBe('409 CONFLICT')
  expect(await refused('PATCH /categories/{id}', { id: category.id, payload: { name: 'Taken' } })).toBe('409 CONFLICT')
  expect(await refused('PATCH /categories/{id}', { id: taken.id, payload: stale })).toBe('409 STALE')
  expect(await refused('DELETE /categories/{id}', { id: category.id })).toBe('409 CONFLICT')
  const form = {
    name: 'Oud',
    description: 'Amber.',
    price: 1,
    image: 'https://elsewhere.test/a.jpg',
    categoryId: category.id,
  }
  expect(await refused('PUT /products/{id}', { id: product.id, payload: { ...form, ...stale } })).toBe('409 STALE')
  expect(await refused('PATCH /products/{id}', { id: product.id, payload: stale })).toBe('409 STALE')
  const stalePrice = { changes: [{ id: product.id, price: 1, ...stale }] }
  expect(await refused('POST /admin/prices', { payload: stalePrice })).toBe('409 STALE')
  const { id: changed } = await changePrices(
    { em: orm.em.fork(), clock: shop.deps.clock },
    { changes: [{ id: product.id, price: 1, originalPrice: null }] },
  )
  await refused('POST /admin/prices/{id}/undo', { id: changed })
  expect(await refused('POST /admin/prices/{id}/undo', { id: changed })).toBe('409 CONFLICT')
  const reviewForm = { productId: product.id, rating: 5, content: 'Lasts the whole day.', ...stale }
  expect(await refused('PUT /admin/reviews/{id}', { id: review.id, payload: reviewForm })).toBe('409 STALE')
  expect(await refused('PATCH /admin/reviews/{id}', { id: review.id, payload: { status: 'rejected' } })).toBe(
    '409 CONFLICT',
  )
  const visitor = { id: product.id, isVisitor: true, payload: { rating: 5, content: 'A scent of its own.' } }
  const buyersOnly = (value: boolean, version: number) =>
    refused('PUT /admin/settings/{key}', { id: 'reviews.isForBuyers', payload: { value, version } })
  expect(await buyersOnly(true, 0)).toBe('200')
  expect(await refused('POST /products/{id}/reviews', visitor)).toBe('422 REVIEW_NEEDS_ORDER')
  const { id: order } = await makeOrder(orm)
  await shop.query(
    `insert into order_items (order_id, product_id, product_name, product_price, quantity, position) values ($1, $2, 'Oud', 1, 1, 0)`,
    [order, product.id],
  )
  const [bought] = await shop.query<{ secret: string }>(
    'update orders set paid_at = now() where id = $1 returning page_secret as secret',
    [order],
  )
  await shop.query('update reviews set order_id = $1 where product_id = $2', [order, product.id])
  const reviewed = { ...visitor, payload: { ...visitor.payload, orderSecrets: [bought?.secret] } }
  expect(await refused('POST /products/{id}/reviews', reviewed)).toBe('409 ALREADY_REVIEWED')
  expect(await buyersOnly(false, 1)).toBe('200')
  await refused('POST /products/{id}/reviews', visitor)
  const another = { ...visitor, payload: { ...visitor.payload, rating: 4 } }
  expect(await refused('POST /products/{id}/reviews', another)).toBe('429 TOO_MANY_REQUESTS')
})

it('refuses settings that the environment holds, or that somebody saved meanwhile', async () => {
  const save = 'PUT /admin/settings/{key}'
  const undo = 'POST /admin/setting-changes/{changeId}/undo'
  const phone = { id: 'shop.phone', payload: { value: '0722 000 111', version: 0 } }
  expect(await refused(save, { id: 'shop.name', payload: { value: 'Waridi', version: 0 } })).toBe('409 CONFLICT')
  expect(await refused(save, phone)).toBe('200')
  const late = { ...phone, payload: { value: '0722 000 222', version: 0 } }
  expect(await refused(save, late)).toBe('409 STALE')
  const change = (key: string) =>
    shop.query<{ id: number }>(
      `insert into shop_setting_changes (key, changed_at, changed_by) values ($1, now(), 'x') returning id`,
      [key],
    )
  const [[locked], [earlier]] = [await change('shop.name'), await change('shop.email')]
  await change('shop.email')
  expect(await refused(undo, { changeId: String(locked?.id) })).toBe('409 CONFLICT')
  expect(await refused(undo, { changeId: String(earlier?.id) })).toBe('409 STALE')
})

it('refuses a key that is unknown or has ended, also where anybody may write', async () => {
  const headers = { authorization: 'Bearer marashi_unknown' }
  await expectWhereDocumented('401 UNAUTHORIZED', () => ({ headers, isVisitor: true, payload: {} }))
  const operations = documentedOperations((await shop.app.inject('/api/openapi.json')).json())
  const unchecked = operations.filter(({ documentedErrors }) => !documentedErrors.includes('401 UNAUTHORIZED'))
  const isOfCallers = (name: string) => !/^GET |\/hooks\//.test(name)
  // As docs/api/authentication.md says.
  expect(unchecked.map(({ name }) => name).filter(isOfCallers)).toEqual(['POST /checkout/quote'])
})

it('refuses a wrong password, and too many of them', async () => {
  const guess = { isVisitor: true, remoteAddress: '203.0.113.7', payload: { password: 'a guess' } }
  expect(await refused('POST /admin/login', guess)).toBe('401 UNAUTHORIZED')
  expect(await refused('POST /admin/login', guess)).toBe('429 TOO_MANY_REQUESTS')
})

it('refuses to connect money twice, and to tell M-Pesa its address without the password', async () => {
  const order = await makeOrder(shop.deps.orm)
  const [{ id } = { id: '' }] = await shop.query<{ id: string }>(
    `insert into gateway_transactions (gateway, reference, kind, amount_cents, occurred_at, first_source, created_at)
     values ('mpesa', 'TKC0000009', 'payment', 100, now(), 'confirmation', now()) returning id`,
  )
  const { id: otherOrder } = await makeOrder(shop.deps.orm)
  const assign = (orderId: string) => refused('POST /admin/transactions/{id}/assign', { id, payload: { orderId } })
  expect(await refused('POST /admin/transactions/{id}/unassign', { id, payload: {} })).toBe('409 CONFLICT')
  expect(await assign(order.id)).toBe('200')
  expect(await assign(otherOrder)).toBe('409 CONFLICT')
  const dismissal = { id, payload: { reason: 'Rent' } }
  expect(await refused('POST /admin/transactions/{id}/dismiss', dismissal)).toBe('409 CONFLICT')
  const headers = await logIn(shop.deps.orm)
  for (const error of ['400 BAD_REQUEST', '429 TOO_MANY_REQUESTS']) {
    expect(await refused('POST /admin/mpesa/confirmations', { headers, payload: { password: 'a guess' } })).toBe(error)
  }
})

it('refuses orders that are not at today’s prices, not allowed, sent twice with changes, or too many', async () => {
  const product = await makeProduct(shop.deps.orm, await makeCategory(shop.deps.orm, 'Musk'), { price: 4_500 })
  const item = { productId: product.id, productName: 'Musk', productPrice: 4_500, quantity: 1 }
  const order = {
    customerName: 'Amina Otieno',
    customerPhone: '0712345678',
    deliveryAddress: 'Kimathi Street 4',
    deliveryLocation: 'embu',
    deliveryCharge: 0,
    subtotal: 4_500,
    total: 4_500,
    paymentMethod: 'mpesa',
  }
  const place = (change: object, items: object[], key: string = randomUUID()) =>
    refused('POST /orders', {
      isVisitor: true,
      headers: { 'idempotency-key': key },
      payload: { order: { ...order, ...change }, items },
    })
  expect(await place({ paymentMethod: 'manual' }, [])).toBe('400 BAD_REQUEST')
  expect(
    await refused('POST /orders', {
      isVisitor: true,
      headers: { cookie: 'session=ended' },
      payload: { order: { ...order, status: 'shipped' }, items: [item] },
    }),
  ).toBe('401 UNAUTHORIZED')
  expect(await place({ total: 1 }, [item])).toBe('409 PRICE_CHANGED')
  expect(await place({ deliveryLocation: 'thika-road' }, [item])).toBe('409 PLACE_UNAVAILABLE')
  expect(await place({}, [{ ...item, productId: randomUUID() }])).toBe('409 PRODUCT_UNAVAILABLE')
  expect(await place({}, [item], 'once')).toBe('201')
  expect(await place({ customerName: 'Asha' }, [item], 'once')).toBe('422 IDEMPOTENCY_KEY_REUSED')
  expect(await place({}, [item])).toBe('429 TOO_MANY_REQUESTS')
})

it('refuses changes to orders and payments that came too late or touch a gateway’s money', async () => {
  const { orm } = shop.deps
  const order = await makeOrder(orm)
  const payment = await makePayment(orm, order)
  await settlePayment({ em: orm.em.fork(), clock: shop.deps.clock }, payment.id, {
    source: 'callback',
    kind: 'succeeded',
    receipt: 'TJK1',
  })
  const manual = { orderId: order.orderNumber, paymentMethod: 'mpesa', amount: 100, transactionId: 'BANK1' }
  await refused('POST /admin/payments', { payload: manual })
  expect(await refused('POST /admin/payments', { payload: manual })).toBe('409 CONFLICT')
  const { transactionId: _, ...form } = manual
  const edit = (change: object) =>
    refused('PUT /admin/payments/{id}', { id: payment.id, payload: { ...form, ...change } })
  expect(await edit({})).toBe('409 CONFLICT')
  expect(await edit({ updatedAt: staleDate })).toBe('409 STALE')
  const made = await shop.app.inject({
    method: 'POST',
    url: '/api/admin/api-keys',
    headers: await logIn(orm),
    payload: { name: 'Books', scopes: ['payments:write'] },
  })
  const byKey = { isVisitor: true, headers: { authorization: `Bearer ${made.json().key}` } }
  const entered = { ...form, amount: 58 }
  expect(await refused('POST /admin/payments', { ...byKey, payload: entered })).toBe('409 AMOUNT_DIFFERS')
  const manualEdit = { ...byKey, id: payment.id, payload: entered }
  await shop.query('update payments set is_manual = true where id = $1', [payment.id])
  expect(await refused('PUT /admin/payments/{id}', manualEdit)).toBe('409 AMOUNT_DIFFERS')
  await shop.query('update payments set is_manual = false where id = $1', [payment.id])
  expect(await refused('DELETE /admin/payments/{id}', { id: payment.id })).toBe('409 CONFLICT')
  const refund = { amount: payment.amount * 100, way: 'manual', reason: 'Broken' }
  const refunds = 'POST /admin/payments/{id}/refunds'
  const withPassword = { id: payment.id, payload: { ...refund, way: 'provider', password: 'a guess' } }
  const headers = await logIn(orm)
  for (const error of ['400 BAD_REQUEST', '429 TOO_MANY_REQUESTS']) {
    expect(await refused(refunds, { ...withPassword, headers })).toBe(error)
  }
  expect(await refused(refunds, { id: payment.id, payload: refund })).toBe('201')
  expect(await refused(refunds, { id: payment.id, payload: refund })).toBe('409 CONFLICT')
  const [{ id: refundId } = { id: '' }] = await shop.query<{ id: string }>('select id from payment_refunds')
  const decided = { id: refundId, payload: { outcome: 'failed', reason: 'Read on the statement' } }
  expect(await refused('POST /admin/refunds/{id}/outcome', decided)).toBe('409 CONFLICT')
  const cancelling = 'POST /admin/orders/{id}/cancel'
  const reason = { reason: 'Sold out' }
  const paid = await makeOrder(orm)
  const { id: paymentId } = await makePayment(orm, paid)
  await shop.query(
    `update payments set status = 'completed', amount = 1, provider_receipt = 'TKGUESS001' where id = $1`,
    [paymentId],
  )
  const guess = {
    id: paid.id,
    headers: await logIn(orm),
    payload: { ...reason, refund: 'provider', password: 'a guess' },
  }
  for (const error of ['400 BAD_REQUEST', '429 TOO_MANY_REQUESTS']) expect(await refused(cancelling, guess)).toBe(error)
  const tooLate = { id: paid.id, payload: { ...reason, updatedAt: staleDate } }
  expect(await refused(cancelling, tooLate)).toBe('409 STALE')
  expect(await refused(cancelling, { id: paid.id, payload: reason })).toBe('200')
  expect(await refused(cancelling, { id: paid.id, payload: reason })).toBe('409 CONFLICT')
  const late = { status: 'shipped', updatedAt: staleDate }
  expect(await refused('PATCH /admin/orders/{id}/status', { id: order.id, payload: late })).toBe('409 STALE')
})

it('refuses prompts that M-Pesa cannot send, repeats or answers not', async () => {
  for (const operation of ['POST /payments/mpesa/initiate', 'POST /payments/mpesa/resend']) {
    now += 3_600_000
    const { id: orderId } = await makeOrder(shop.deps.orm)
    const start = { payload: { orderId, phone: '0712345678' } }
    const again = operation.endsWith('resend') ? { payload: { orderId } } : start
    const answered = async (outcome: PushOutcome) => {
      now += 80_000
      const accept = mpesa.push
      mpesa.push = async () => outcome
      const error = await refused(operation, again)
      mpesa.push = accept
      return error
    }
    const no = (why: Extract<PushOutcome, { kind: 'refused' }>['why']) =>
      answered({ kind: 'refused', why, code: '1', message: why })
    expect(await refused('POST /payments/mpesa/initiate', start)).toBe('200')
    expect(await refused(operation, again)).toBe('409 MPESA_PROMPT_OPEN')
    expect(await no('busy')).toBe('503 MPESA_BUSY')
    expect(await answered({ kind: 'unknown', message: 'no answer' })).toBe('504 MPESA_UNANSWERED')
    now += 700_000
    expect(await no('phone')).toBe('400 MPESA_PHONE')
    expect(await no('configuration')).toBe('503 MPESA_NOT_CONFIGURED')
    now += 80_000
    expect(await refused(operation, again)).toBe('200')
    now += 80_000
    expect(await refused(operation, again)).toBe('429 TOO_MANY_REQUESTS')
  }
})

it('refuses the ways to pay that the owner has switched off', async () => {
  const { orm } = shop.deps
  const [byCard, failed] = [await makeOrder(orm), await makeOrder(orm)]
  now += 3_600_000
  const start = { payload: { orderId: failed.id, phone: '0722000111' } }
  expect(await refused('POST /payments/mpesa/initiate', start)).toBe('200')
  await shop.query(`update payments set status = 'failed' where order_id = $1`, [failed.id])
  const switchOff = async (...value: string[]) => {
    const [{ version } = { version: 0 }] = await shop.query<{ version: number }>(
      `select version from shop_settings where key = 'payments.switchedOff'`,
    )
    const saved = { id: 'payments.switchedOff', payload: { value, version } }
    expect(await refused('PUT /admin/settings/{key}', saved)).toBe('200')
  }
  const off = '422 PAYMENT_METHOD_OFF'
  await switchOff('mpesa', 'manual')
  expect(await refused('POST /payments/mpesa/initiate', start)).toBe(off)
  expect(await refused('POST /payments/mpesa/resend', { payload: { orderId: failed.id } })).toBe(off)
  const onDelivery = { payload: { orderId: byCard.id } }
  expect(await refused('POST /payments/on-delivery', onDelivery)).toBe(off)
  const another = { payload: { orderId: byCard.id, paymentMethod: 'manual' } }
  expect(await refused('POST /payments/another-way', another)).toBe(off)
  const product = await makeProduct(orm, await makeCategory(orm, 'Rose'), { name: 'Rose', price: 4_500 })
  const order = {
    customerName: 'Amina Otieno',
    customerPhone: '0712345678',
    deliveryAddress: 'Kimathi Street 4',
    deliveryLocation: 'embu',
    deliveryCharge: 0,
    subtotal: 4_500,
    total: 4_500,
    paymentMethod: 'manual',
  }
  const items = [{ productId: product.id, productName: 'Rose', productPrice: 4_500, quantity: 1 }]
  expect(await refused('POST /orders', { isVisitor: true, payload: { order, items } })).toBe(off)
  await switchOff('stripe')
  expect(await refused('POST /create-payment-intent', onDelivery)).toBe(off)
  await switchOff()
})

it('refuses typed receipts that are too many, without M-Pesa, or decided', async () => {
  const { id: orderId } = await makeOrder(shop.deps.orm)
  const claim = (n: number) =>
    refused('POST /payments/mpesa/receipt', { payload: { orderId, receipt: `SKJ4H7T2Q${n}` } })
  for (const n of [1, 2, 3, 4, 5]) expect(await claim(n)).toBe('200')
  expect(await claim(6)).toBe('429 TOO_MANY_REQUESTS')
  const { payYourself } = mpesa
  mpesa.payYourself = null
  expect(await claim(6)).toBe('503 MPESA_NOT_CONFIGURED')
  mpesa.payYourself = payYourself
  const [{ id } = { id: '' }] = await shop.query<{ id: string }>('select id from receipt_claims limit 1')
  const refusal = { id, payload: { reason: 'It is not on the statement' } }
  expect(await refused('POST /admin/receipt-claims/{id}/refuse', refusal)).toBe('200')
  expect(await refused('POST /admin/receipt-claims/{id}/refuse', refusal)).toBe('409 CONFLICT')
})

it('takes no payment of an order that was cancelled', async () => {
  const order = await makeOrder(shop.deps.orm)
  await makePayment(shop.deps.orm, order)
  await shop.query(`update payments set mpesa_phone = '254722000222' where order_id = $1`, [order.id])
  await shop.query(`update orders set status = 'cancelled' where id = $1`, [order.id])
  const payload = { orderId: order.id }
  const start = { payload: { ...payload, phone: '0722000222' } }
  expect(await refused('POST /payments/mpesa/initiate', start)).toBe('409 ORDER_CANCELLED')
  expect(await refused('POST /payments/mpesa/resend', { payload })).toBe('409 ORDER_CANCELLED')
  expect(await refused('POST /create-payment-intent', { payload })).toBe('409 ORDER_CANCELLED')
  expect(await refused('POST /payments/on-delivery', { payload })).toBe('409 ORDER_CANCELLED')
  const another = { payload: { ...payload, paymentMethod: 'mpesa' } }
  expect(await refused('POST /payments/another-way', another)).toBe('409 ORDER_CANCELLED')
})

it('asks for no money in the owner’s name while a typed receipt of the order is not decided', async () => {
  const order = await makeOrder(shop.deps.orm)
  await makePayment(shop.deps.orm, order)
  await shop.query(`update payments set mpesa_phone = '254722000225', status = 'failed' where order_id = $1`, [
    order.id,
  ])
  await shop.query(
    `insert into receipt_claims (id, order_id, gateway, receipt, asked_at) values ($1, $2, 'mpesa', 'TJK7RT61SW', now())`,
    [randomUUID(), order.id],
  )
  const payload = { orderId: order.id }
  const start = { payload: { ...payload, phone: '0722000225' } }
  expect(await refused('POST /payments/mpesa/initiate', start)).toBe('409 ORDER_HAS_MONEY')
  expect(await refused('POST /payments/mpesa/resend', { payload })).toBe('409 ORDER_HAS_MONEY')
  expect(await refused('POST /create-payment-intent', { payload })).toBe('409 ORDER_HAS_MONEY')
  expect(await refused('POST /payments/mpesa/initiate', { ...start, isVisitor: true })).toBe('200')
})

it('refuses a note of a customer that was written anew meanwhile', async () => {
  const { id } = await makeOrder(shop.deps.orm)
  const save = (payload: object) => refused('PUT /admin/customers/{id}/note', { id, payload })
  expect(await save({ note: 'Rings twice', noteBefore: null })).toBe('200')
  for (const note of ['', 'Rings thrice']) expect(await save({ note, noteBefore: 'Rings once' })).toBe('409 STALE')
})

it('takes no payment of an order that was refunded', async () => {
  const order = await makeOrder(shop.deps.orm)
  await makePayment(shop.deps.orm, order)
  await shop.query(`update payments set mpesa_phone = '254722000224', status = 'refunded' where order_id = $1`, [
    order.id,
  ])
  const payload = { orderId: order.id }
  const start = { payload: { ...payload, phone: '0722000224' } }
  expect(await refused('POST /payments/mpesa/initiate', start)).toBe('409 ORDER_REFUNDED')
  expect(await refused('POST /payments/mpesa/resend', { payload })).toBe('409 ORDER_REFUNDED')
  expect(await refused('POST /create-payment-intent', { payload })).toBe('409 ORDER_REFUNDED')
  expect(await refused('POST /payments/on-delivery', { payload })).toBe('409 ORDER_REFUNDED')
  const typed = { payload: { ...payload, receipt: 'TJK7RT61SV' } }
  expect(await refused('POST /payments/mpesa/receipt', typed)).toBe('409 ORDER_REFUNDED')
  for (const paymentMethod of ['mpesa', 'stripe', 'manual']) {
    const another = { payload: { ...payload, paymentMethod } }
    expect(await refused('POST /payments/another-way', another)).toBe('409 ORDER_REFUNDED')
  }
})

it('refuses payments of an old order whose prices have changed', async () => {
  const product = await makeProduct(shop.deps.orm, await makeCategory(shop.deps.orm, 'Old shelf'))
  const order = await makeOrder(shop.deps.orm)
  await makePayment(shop.deps.orm, order)
  await shop.query(`update payments set mpesa_phone = '254722000223' where order_id = $1`, [order.id])
  await shop.query(`update orders set created_at = '2020-01-01' where id = $1`, [order.id])
  await shop.query(
    `insert into order_items (order_id, product_id, product_name, product_price, quantity, position)
     values ($1, $2, 'Oud', 1, 1, 0)`,
    [order.id, product.id],
  )
  const payload = { orderId: order.id }
  const start = { payload: { ...payload, phone: '0722000223' } }
  expect(await refused('POST /payments/mpesa/initiate', start)).toBe('409 ORDER_OUTDATED')
  expect(await refused('POST /payments/mpesa/resend', { payload })).toBe('409 ORDER_OUTDATED')
  expect(await refused('POST /create-payment-intent', { payload })).toBe('409 ORDER_OUTDATED')
  expect(await refused('POST /payments/on-delivery', { payload })).toBe('409 ORDER_OUTDATED')
  const other = { payload: { ...payload, paymentMethod: 'manual' } }
  expect(await refused('POST /payments/another-way', other)).toBe('409 ORDER_OUTDATED')
})

it('refuses payments of an order whose pieces were sold while it was unpaid', async () => {
  const product = await makeProduct(shop.deps.orm, await makeCategory(shop.deps.orm, 'Short shelf'))
  const order = await makeOrder(shop.deps.orm)
  await makePayment(shop.deps.orm, order)
  await shop.query(`update payments set mpesa_phone = '254722000225' where order_id = $1`, [order.id])
  await shop.query('update variants set stock_count = 0 where product_id = $1', [product.id])
  await shop.query(
    `insert into order_items (order_id, product_id, variant_id, product_name, product_price, quantity, position, given_back)
     select $1, $2, id, 'Oud', 1, 1, 0, 1 from variants where product_id = $2`,
    [order.id, product.id],
  )
  const payload = { orderId: order.id }
  const start = { payload: { ...payload, phone: '0722000225' } }
  expect(await refused('POST /payments/mpesa/initiate', start)).toBe('409 PRODUCT_UNAVAILABLE')
  expect(await refused('POST /payments/mpesa/resend', { payload })).toBe('409 PRODUCT_UNAVAILABLE')
  expect(await refused('POST /create-payment-intent', { payload })).toBe('409 PRODUCT_UNAVAILABLE')
  expect(await refused('POST /payments/on-delivery', { payload })).toBe('409 PRODUCT_UNAVAILABLE')
  const another = { payload: { ...payload, paymentMethod: 'manual' } }
  expect(await refused('POST /payments/another-way', another)).toBe('409 PRODUCT_UNAVAILABLE')
})

it('erases nobody whose payment is open', async () => {
  const order = await makeOrder(shop.deps.orm)
  await makePayment(shop.deps.orm, order)
  const erase = { id: order.id, payload: { password: testPassword } }
  expect(await refused('POST /admin/customers/{id}/erase', erase)).toBe('409 CONFLICT')
})

it('refuses payments of an order that costs nothing', async () => {
  const free = await makeOrder(shop.deps.orm, { total: 0 })
  await makePayment(shop.deps.orm, free, { amount: 100 })
  const payload = { orderId: free.id }
  const start = { payload: { ...payload, phone: '0722000111' } }
  expect(await refused('POST /payments/mpesa/initiate', start)).toBe('409 NOTHING_TO_PAY')
  expect(await refused('POST /payments/mpesa/resend', { payload })).toBe('409 NOTHING_TO_PAY')
  expect(await refused('POST /create-payment-intent', { payload })).toBe('409 NOTHING_TO_PAY')
  const receipt = { payload: { ...payload, receipt: 'SKJ4H7T2QX' } }
  expect(await refused('POST /payments/mpesa/receipt', receipt)).toBe('409 NOTHING_TO_PAY')
})

it('refuses card payments that Stripe does not confirm', async () => {
  const changed = async (change: (intent: CardIntent) => CardIntent) => {
    const order = await makeOrder(shop.deps.orm)
    const { id: promptId } = await makePayment(shop.deps.orm, order)
    await shop.query(`update payments set status = 'failed', failure_code = 'not-taken' where id = $1`, [promptId])
    const orderId = order.id
    await refused('POST /create-payment-intent', { payload: { orderId } })
    const intent = [...card.intents.values()].at(-1)
    if (!intent) throw new Error('no intent was made')
    card.intents.set(intent.id, change(intent))
    return { orderId, paymentIntentId: intent.id }
  }
  const operations: Record<string, object> = {
    'POST /create-payment-intent': {},
    'POST /payments/stripe/cancel': {},
    'POST /payments/on-delivery': {},
    'POST /payments/another-way': { paymentMethod: 'manual' },
    'POST /payments/mpesa/initiate': { phone: '0722000333' },
    'POST /payments/mpesa/resend': {},
  }
  const processing = await changed((intent) => ({ ...intent, status: 'processing' }))
  const foreign = await changed((intent) => charged({ ...intent, amountCents: 1 }))
  const open = await changed((intent) => intent)
  expect(await refused('POST /payments/stripe/confirm', { payload: open })).toBe('402 PAYMENT_REQUIRED')
  for (const [error, { orderId, ...intent }] of [
    ['409 STILL_PROCESSING', processing],
    ['409 PAYMENT_MISMATCH', foreign],
  ] as const) {
    expect(await refused('POST /payments/stripe/confirm', { payload: { orderId, ...intent } })).toBe(error)
    for (const [operation, way] of Object.entries(operations)) {
      expect(await refused(operation, { payload: { orderId, ...way } }), operation).toBe(error)
    }
  }
  const paid = await changed(charged)
  expect(await refused('POST /payments/stripe/confirm', { payload: paid })).toBe('200')
  expect(await refused('POST /create-payment-intent', { payload: { orderId: paid.orderId } })).toBe('409 ORDER_PAID')

  const { orderId } = open
  shop.deps.gateways.card = null
  expect(await refused('POST /payments/stripe/confirm', { payload: open })).toBe('503 CARD_NOT_CONFIGURED')
  expect(await refused('POST /create-payment-intent', { payload: { orderId } })).toBe('503 CARD_NOT_CONFIGURED')
  shop.deps.gateways.card = card
})

it('refuses a card payment that Stripe does not make', async () => {
  const { id: orderId } = await makeOrder(shop.deps.orm)
  const refusal = new IntentRefused('unauthorized', new Error('the key is wrong'))
  shop.deps.gateways.card = { ...card, create: () => Promise.reject(refusal) }
  expect(await refused('POST /create-payment-intent', { payload: { orderId } })).toBe('503 CARD_REFUSED')
  shop.deps.gateways.card = card
})

it('refuses files that are too large or no pictures, and any on a full disk', async () => {
  const upload = (bytes: Buffer) => refused('POST /admin/uploads/image', multipart({ name: 'image', bytes }))
  expect(await upload(Buffer.alloc(6_000_000))).toBe('413 PAYLOAD_TOO_LARGE')
  expect(await upload(Buffer.from('no picture'))).toBe('415 UNSUPPORTED_MEDIA_TYPE')
  expect(await upload(Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0, 0, 0]))).toBe('400 BAD_REQUEST')
  expect(await upload(await redAndBlue().png().toBuffer())).toBe('503 DISK_FULL')
})

it('refuses statements that are too large or none, and days that are not over', async () => {
  const upload = (bytes: Buffer) => refused('POST /admin/cash-up/statement', multipart({ name: 'file', bytes }))
  expect(await upload(Buffer.alloc(11_000_000))).toBe('413 PAYLOAD_TOO_LARGE')
  expect(await upload(Buffer.from('no statement'))).toBe('400 BAD_REQUEST')
  expect(await refused('POST /admin/cash-up/statement', { payload: {} })).toBe('415 UNSUPPORTED_MEDIA_TYPE')
  const day = '2099-01-01'
  expect(await refused('POST /admin/cash-up/check', { payload: { day } })).toBe('409 CONFLICT')
  expect(await refused('POST /admin/cash-up/close', { payload: { day } })).toBe('409 CONFLICT')
})

it('refuses to notify more browsers than the owner can have', async () => {
  await shop.query(
    `insert into push_subscriptions (endpoint, p256dh, auth, browser, created_at)
     select 'https://push.test/' || nth, 'key', 'auth', 'Chrome', now() from generate_series(1, 20) nth`,
  )
  const payload = {
    endpoint: 'https://push.test/one-more',
    keys: { p256dh: Buffer.alloc(65).toString('base64url'), auth: Buffer.alloc(16).toString('base64url') },
    browser: 'Firefox',
  }
  expect(await refused('POST /admin/push/subscriptions', { payload })).toBe('409 CONFLICT')
})

it('refuses what is asked too often, before it is looked at', async () => {
  const once = '1/3600'
  const env = {
    LIMIT_QUOTES: once,
    LIMIT_PAYMENT_STEPS: once,
    LIMIT_CARD_CONFIRMATIONS: once,
    LIMIT_WEBHOOKS: once,
    LIMIT_UPLOADS: once,
    LIMIT_KEYS: once,
  }
  await using closed = await buildTestApp({ env })
  const operations = documentedOperations((await closed.app.inject('/api/openapi.json')).json())
  const headers = await logIn(closed.deps.orm)
  const made = await closed.app.inject({
    method: 'POST',
    url: '/api/admin/api-keys',
    headers,
    payload: { name: 'Busy', scopes: ['orders:read'] },
  })
  const key = { headers: { authorization: `Bearer ${made.json().key}` } }
  const picture = multipart({ name: 'image', bytes: await redAndBlue().png().toBuffer() })
  const upload = { ...picture, headers: { ...picture.headers, ...(await logIn(closed.deps.orm)) } }
  const ask = async ({ name, method, address, security }: (typeof operations)[number]) => {
    const url = `/api${address.replaceAll(/\{\w+\}/g, randomUUID())}`
    const more = address.endsWith('/uploads/image') ? upload : isClosed(security) ? key : {}
    const answer = `${name} ${errorOf(await closed.app.inject({ method, url, ...more }))}`
    driven.add(answer)
    return answer
  }
  const limited = operations.filter(({ documentedErrors }) => documentedErrors.includes('429 TOO_MANY_REQUESTS'))
  const isManyTimes = ({ name }: { name: string }) => /^POST \/admin\/logout$|^GET \/order-pages/.test(name)
  const answered: string[] = []
  for (const operation of limited) {
    // Of webhooks the first that is refused begins to count.
    for (let nth = isManyTimes(operation) ? 60 : 2; nth > 0; nth--) await ask(operation)
    answered.push(await ask(operation))
  }
  const ownCounts = /^POST \/(orders|admin\/login|products\/\{id\}\/reviews|payments\/mpesa\/|payments\/receipt)/
  const others = answered.filter((answer) => !answer.endsWith(' 429 TOO_MANY_REQUESTS'))
  expect(others.filter((answer) => !ownCounts.test(answer))).toEqual([])
})

/** Whether only the administrator and keys may call it. */
const isClosed = (security: unknown) => JSON.stringify(security).startsWith('[{"session"')

it('refuses webhooks that somebody saved meanwhile, are paused or too many', async () => {
  for (let nth = 0; nth < 20; nth++) expect(await refused('POST /admin/webhooks', { payload: webhook })).toBe('201')
  expect(await refused('POST /admin/webhooks', { payload: webhook })).toBe('409 CONFLICT')
  const [{ id } = { id: '' }] = await shop.query<{ id: string }>('select id from webhook_endpoints limit 1')
  const save = (change: object) =>
    refused('PUT /admin/webhooks/{id}', { id, payload: { ...webhook, isPaused: true, ...change } })
  expect(await save({ updatedAt: staleDate })).toBe('409 STALE')
  expect(await save({})).toBe('200')
  const [delivery] = await shop.query<{ id: string }>(
    `insert into webhook_deliveries (endpoint_id, message_id, type, subject, body, state, created_at)
     values ($1, 'evt_1', 'order.paid', 'x', '{}', 'failed', now()) returning id`,
    [id],
  )
  expect(await refused('POST /admin/webhook-deliveries/{id}/send', { id: delivery?.id ?? '' })).toBe('409 CONFLICT')
})

it('refuses an edit and a deletion of another version than the one that was read', async () => {
  const { orm } = shop.deps
  const [category, empty] = [await makeCategory(orm, 'Versions'), await makeCategory(orm, 'Empty')]
  const [product, reviewed] = [await makeProduct(orm, category), await makeProduct(orm, category)]
  const review = await makeReview(orm, reviewed)
  const order = await makeOrder(orm)
  const entered = { orderId: order.orderNumber, paymentMethod: 'mpesa', amount: 100 }
  const { id: paymentId } = await recordPayment(
    { em: orm.em.fork(), clock: shop.deps.clock },
    createPaymentInput.parse(entered),
  )
  const [{ id: webhookId } = { id: '' }] = await shop.query<{ id: string }>(
    `insert into webhook_endpoints (url, types, position, created_at, updated_at)
     values ('https://receiver.test/versions', '{order.paid}', 0, now(), now()) returning id`,
  )
  const image = 'https://elsewhere.test/a.jpg'
  const form = { name: 'Oud', description: 'Amber.', price: 1, image, categoryId: category.id }
  const reviewForm = { productId: reviewed.id, rating: 5, content: 'Lasts the whole day.' }
  const records: Record<string, Call> = {
    'PATCH /admin/orders/{id}/status': { id: order.id, payload: { status: 'shipped' } },
    'POST /admin/orders/{id}/cancel': { id: order.id, payload: { reason: 'Sold out' } },
    'DELETE /admin/orders/{id}': { id: order.id },
    'PATCH /categories/{id}': { id: category.id, payload: { name: 'Version' } },
    'DELETE /categories/{id}': { id: empty.id },
    'PUT /products/{id}': { id: product.id, payload: form },
    'PATCH /products/{id}': { id: product.id, payload: { price: 2 } },
    'DELETE /products/{id}': { id: product.id },
    'PUT /admin/reviews/{id}': { id: review.id, payload: reviewForm },
    'DELETE /admin/reviews/{id}': { id: review.id },
    'PUT /admin/payments/{id}': { id: paymentId, payload: entered },
    'DELETE /admin/payments/{id}': { id: paymentId },
    'PUT /admin/webhooks/{id}': { id: webhookId, payload: { ...webhook, isPaused: false } },
    'DELETE /admin/webhooks/{id}': { id: webhookId },
  }
  const operations = documentedOperations((await shop.app.inject('/api/openapi.json')).json())
  const guarded = operations.filter(({ documentedErrors }) => documentedErrors.includes('412 STALE'))
  expect(guarded.map(({ name }) => name).sort()).toEqual(Object.keys(records).sort())
  for (const { name, method } of guarded) {
    for (const tag of [`"${staleDate}"`, `W/"${staleDate}/hash"`, '"of another server"']) {
      expect([name, await refused(name, { ...records[name], headers: { 'if-match': tag } })]).toEqual([
        name,
        '412 STALE',
      ])
    }
    if (method !== 'DELETE') continue
    expect([name, await refused(name, { ...records[name], query: { updatedAt: staleDate } })]).toEqual([
      name,
      '409 STALE',
    ])
  }
  // Deletions last: what they name is there until then.
  const isDeletion = ({ method }: { method: string }) => Number(method === 'DELETE')
  for (const { name } of guarded.toSorted((one, other) => isDeletion(one) - isDeletion(other))) {
    const { id = '', ...record } = records[name] ?? {}
    const answer = await refused(name, { id, ...record, headers: { 'if-match': '*' } })
    expect([name, answer]).toEqual([name, expect.stringMatching(/^20\d$/)])
  }
})

it('refuses an Idempotency-Key of another request, of one that runs, and of one whose answer is not kept', async () => {
  const operations = documentedOperations((await shop.app.inject('/api/openapi.json')).json())
  const picture = await redAndBlue().png().toBuffer()
  const refusals = ['422 IDEMPOTENCY_KEY_REUSED', '409 REQUEST_RUNNING', '409 ANSWER_NOT_KEPT']
  for (const { name, address, method, documentedErrors } of operations) {
    if (!documentedErrors.includes('409 REQUEST_RUNNING')) continue
    const id = randomUUID()
    const names = [...address.matchAll(/\{(\w+)\}/g)].map(([, each = '']) => each)
    const values: Record<string, string> = { flagId: '1', changeId: '999999' }
    const sent = Object.fromEntries(names.map((each) => [each, values[each] ?? id]))
    const field = /image$/.test(address) ? 'image' : /statement$/.test(address) ? 'file' : undefined
    const file = field ? multipart({ name: field, bytes: picture }) : undefined
    const hash = hashOf(field ? picture : name === 'POST /admin/sessions/end-others' ? undefined : sent)
    for (const [nth, refusal] of refusals.entries()) {
      await shop.query(
        `insert into request_keys (caller, operation, key, request_hash, answered_at, held_until, created_at)
         values ('owner', $1, $2, $3, $4, $5, now())`,
        [
          name,
          `key-${nth}`,
          nth === 0 ? 'other' : hash,
          nth === 1 ? null : new Date(),
          nth === 1 ? '2099-01-01' : null,
        ],
      )
      const headers = { ...file?.headers, 'idempotency-key': `key-${nth}` }
      const payload = method === 'DELETE' ? undefined : (file?.payload ?? {})
      expect([name, await refused(name, { id, headers, payload })]).toEqual([name, refusal])
    }
  }
})

it('refuses a position that the event log has left behind', async () => {
  for (let nth = 0; nth < 3; nth++) await makeOrder(shop.deps.orm)
  expect(await refused('GET /events', { query: { after: '0' } })).toBe('200')
  await shop.query('alter table events disable trigger user')
  await shop.query('delete from events where position <= 2')
  await shop.query('alter table events enable trigger user')
  expect(await refused('GET /events', { query: { after: '1' } })).toBe('400 EVENTS_GONE')
})

it('has answered every error that the document lists for one operation alone', async () => {
  const followsFromKind = /FST_|FORBIDDEN|408 |HPE_|500 |503 SERVICE/
  const operations = documentedOperations((await shop.app.inject('/api/openapi.json')).json())
  const listed = operations.flatMap(({ name, security, documentedErrors }) =>
    documentedErrors
      .filter((error) => !followsFromKind.test(error))
      .filter((error) => error !== '401 UNAUTHORIZED' || !isClosed(security))
      .map((error) => `${name} ${error}`),
  )
  expect(listed.filter((error) => !driven.has(error))).toEqual([])
  expect(listed.length).toBeGreaterThan(80)
})
