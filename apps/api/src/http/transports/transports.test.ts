import { createECDH, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import { createPaymentInput } from '@marashi/domain/contracts/admin-payments'
import type { AnyProcedure } from '@trpc/server'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { changePrices } from '../../modules/catalogue/prices/change-prices.ts'
import { recordPayment } from '../../modules/payments/manual/record-payment.ts'
import { settlePayment } from '../../modules/payments/settlement/settle-payment.ts'
import { assignToOrder } from '../../modules/payments/transactions/assign-to-order.ts'
import { appRouter } from '../../router.ts'
import { buildTestApp, type TestApp, testPassword } from '../../testing/build-test-app.ts'
import { logIn, makeCategory, makeOrder, makePayment, makeProduct, makeReview } from '../../testing/factories.ts'
import { charged, fakeCard, fakeMpesa, fakeRegistration } from '../../testing/fake-gateways.ts'
import { readWholeDatabase } from '../../testing/read-whole-database.ts'
import { jobContext } from '../context.ts'
import type { ProcedureMeta } from '../procedures.ts'
import { isRepeatable } from './procedure-input.ts'

/**
 * Everything here is derived from the router: a new procedure is tested by existing. It needs a good input in
 * `goodInputs` when it has one. Every call is the administrator's, with a session of its own: some calls end theirs.
 */
const procedures = Object.entries(appRouter._def.procedures as unknown as Record<string, AnyProcedure>)
  .filter(([, { _def }]) => _def.type !== 'subscription')
  .map(([path, procedure]) => {
    const { openapi, access, holdsSecret = false } = procedure._def.meta as ProcedureMeta
    const schema = (procedure._def as unknown as { inputs: unknown[] }).inputs[0] as z.ZodObject | undefined
    const traits = { holdsSecret, isRepeatable: isRepeatable(procedure) }
    return { path, type: procedure._def.type, openapi, access, schema, ...traits }
  })
type Entry = (typeof procedures)[number]

let shop: TestApp
let goodInputs: Record<string, Record<string, unknown>>
/** Makes another input where a good one works only once. */
let onceOnly: Record<string, () => Promise<Record<string, unknown>>>

beforeAll(async () => {
  const card = fakeCard()
  shop = await buildTestApp({
    gateways: { mpesa: { ...fakeMpesa(), isDemo: true }, card, registration: fakeRegistration() },
  })
  const { orm } = shop.deps
  const category = await makeCategory(orm, 'Oud')
  const product = await makeProduct(orm, category, { name: 'Oud Zahra', price: 4_500 })
  const item = { productId: product.id, productName: 'Oud Zahra', productPrice: 4_500, quantity: 1 }
  const order = {
    customerName: 'Amina Otieno',
    customerPhone: '0712345678',
    deliveryAddress: 'Kimathi Street 4',
    deliveryLocation: 'embu',
    deliveryCharge: 0,
    subtotal: 4_500,
    total: 4_500,
    paymentMethod: 'manual',
    status: 'pending',
  }
  goodInputs = {
    'admin.cashUp.day': { day: '2026-03-09' },
    'admin.cashUp.check': { day: '2026-03-09' },
    'admin.cashUp.close': { day: '2026-03-09' },
    'admin.session.login': { password: testPassword },
    'catalogue.products': { page: 1, limit: 6, featured: true, sort: 'name' },
    'catalogue.product': { id: product.id },
    'catalogue.relatedProducts': { id: product.id },
    'catalogue.policy': { slug: 'returns' },
    'reviews.forProduct': { id: product.id, rating: 5, verifiedOnly: true },
    'reviews.submit': { id: product.id, rating: 5, content: 'Lasts the whole day.', orderSecrets: ['k'.repeat(43)] },
    'checkout.quote': { deliveryLocation: 'embu', items: [{ productId: product.id, quantity: 1 }] },
    'checkout.placeOrder': { order, items: [item] },
  }
  const placed = await shop.app.inject({ method: 'POST', url: '/api/orders', payload: { order, items: [item] } })
  goodInputs['orders.paymentStatus'] = { id: placed.json().id }
  goodInputs['orders.page'] = { secret: placed.json().pageSecret }

  // Payments that can be asked for twice: M-Pesa on a paid order, a card intent that is open, one that was charged.
  const paid = await makeOrder(orm)
  const payment = await makePayment(orm, paid)
  await settlePayment({ em: orm.em.fork(), clock: shop.deps.clock }, payment.id, {
    source: 'callback',
    kind: 'succeeded',
    receipt: 'TJK1',
  })
  goodInputs['payments.startMpesa'] = { orderId: paid.id, phone: '0712345678' }
  goodInputs['payments.resendMpesa'] = { orderId: paid.id }
  goodInputs['payments.cancelMpesa'] = { orderId: paid.id }
  goodInputs['payments.claimMpesaReceipt'] = { orderId: paid.id, receipt: 'SKJ4H7T2QX' }
  goodInputs['payments.cancelStripe'] = { orderId: paid.id }
  goodInputs['payments.payOnDelivery'] = { orderId: paid.id }
  goodInputs['payments.payAnotherWay'] = { orderId: paid.id, paymentMethod: 'mpesa' }
  const prepare = async () => {
    const { id } = await makeOrder(orm)
    await shop.app.inject({ method: 'POST', url: '/api/create-payment-intent', payload: { orderId: id } })
    return id
  }
  goodInputs['payments.createIntent'] = { orderId: await prepare(), amount: 4_500 }
  const orderId = await prepare()
  const intent = [...card.intents.values()].at(-1)
  if (!intent) throw new Error('no intent was made')
  card.intents.set(intent.id, charged(intent))
  goodInputs['payments.confirmStripe'] = { orderId, paymentIntentId: intent.id }

  const hook = { url: 'http://192.0.2.1/hook', types: ['order.paid'] }
  const hooked = async () => {
    const [{ id } = { id: '' }] = await shop.query<{ id: string }>(
      `insert into webhook_endpoints (url, types, position, created_at, updated_at)
       values ($1, '{order.paid}', 0, now(), now()) returning id`,
      [hook.url],
    )
    await shop.query(`insert into webhook_secrets (endpoint_id, secret, created_at) values ($1, 'whsec_AAAA', now())`, [
      id,
    ])
    return { id }
  }
  const delivered = async () => {
    const { id } = await hooked()
    const [delivery] = await shop.query<{ id: string }>(
      `insert into webhook_deliveries (endpoint_id, message_id, type, subject, body, state, created_at)
       values ($1, 'evt_1', 'order.paid', 'x', '{}', 'failed', now()) returning id`,
      [id],
    )
    return { id: delivery?.id ?? '' }
  }
  goodInputs['admin.webhooks.create'] = { ...hook, url: 'https://receiver.test/new' }
  goodInputs['admin.webhooks.save'] = {
    ...(await hooked()),
    url: 'https://receiver.test/hook',
    types: hook.types,
    isPaused: true,
  }
  goodInputs['admin.webhooks.remove'] = await hooked()
  goodInputs['admin.webhooks.secrets'] = await hooked()
  goodInputs['admin.webhooks.rotateSecret'] = await hooked()
  goodInputs['admin.webhooks.test'] = await hooked()
  goodInputs['admin.webhooks.deliveries'] = { ...(await hooked()), state: 'failed', limit: 1 }
  goodInputs['admin.webhooks.sendAgain'] = await delivered()
  goodInputs['events.list'] = { after: 0, type: 'order.placed,order.paid', limit: 2 }
  goodInputs['admin.orders.list'] = { search: 'amina', status: 'pending', limit: 1, offset: 0 }
  goodInputs['admin.orders.history'] = { id: paid.id }
  goodInputs['admin.orders.state'] = { id: paid.id }
  goodInputs['admin.orders.setStatus'] = { id: paid.id, status: 'shipped' }
  goodInputs['admin.orders.packingSlips'] = { orders: paid.id }
  goodInputs['admin.orders.advanceMany'] = { changes: [{ id: paid.id, status: 'shipped' }] }
  goodInputs['admin.orders.addNote'] = { id: paid.id, text: 'Ring twice' }
  const changed = async () => {
    const saved = await shop.app.inject({
      method: 'PUT',
      url: '/api/admin/settings/shop.name',
      headers: await logIn(orm),
      payload: { value: `Marashi ${Math.random()}`, version: await versionOfName() },
    })
    return { changeId: String(saved.json().lastChange.id) }
  }
  const versionOfName = async () => {
    const answer = await shop.app.inject({ url: '/api/admin/settings', headers: await logIn(orm) })
    return answer.json().shop.name.version as number
  }
  const newName = async () => ({ key: 'shop.name', value: 'Marashi', version: await versionOfName() })
  goodInputs['admin.settings.save'] = await newName()
  goodInputs['admin.settings.changes'] = { limit: 1, before: 1_000 }
  goodInputs['admin.settings.undo'] = await changed()
  const cancellation = async () => {
    const paidOrder = await makeOrder(orm)
    const { id: paymentId, amount } = await makePayment(orm, paidOrder)
    await shop.query(`update payments set status = 'completed', completed_at = now() where id = $1`, [paymentId])
    const money = [{ paymentId, left: amount * 100 }]
    return { id: paidOrder.id, reason: 'No answer', restock: true, refund: 'none', money }
  }
  goodInputs['admin.orders.cancel'] = await cancellation()
  const cancellations = async () => ({
    orders: [{ id: (await makeOrder(orm)).id }],
    reason: 'No answer',
    restock: true,
  })
  goodInputs['admin.orders.cancelMany'] = await cancellations()
  const subscription = {
    endpoint: 'https://push.test/1',
    keys: {
      p256dh: createECDH('prime256v1').generateKeys('base64url'),
      auth: Buffer.alloc(16, 4).toString('base64url'),
    },
    browser: 'Chrome on Android',
  }
  const subscribed = async () => {
    const [{ id } = { id: '' }] = await shop.query<{ id: string }>(
      `insert into push_subscriptions (endpoint, p256dh, auth, browser, created_at)
       values ('https://push.test/' || gen_random_uuid(), $1, $2, 'Chrome', now()) returning id`,
      [subscription.keys.p256dh, subscription.keys.auth],
    )
    return { id }
  }
  goodInputs['admin.push.subscribe'] = subscription
  goodInputs['admin.push.unsubscribe'] = await subscribed()
  goodInputs['admin.push.test'] = await subscribed()
  goodInputs['admin.orders.remove'] = { id: (await makeOrder(orm)).id }

  goodInputs['admin.stock.product'] = { id: product.id }
  goodInputs['admin.stock.save'] = { id: product.id, soldOut: false, stockCount: 30, lowAt: 3 }
  goodInputs['admin.customers.list'] = { search: 'amina', limit: 1 }
  goodInputs['admin.customers.saveNote'] = { id: paid.id, note: 'Rings twice' }
  goodInputs['admin.customers.data'] = { id: paid.id }
  const forgettable = async () => {
    const { id } = await makeOrder(orm)
    await shop.query(`update orders set customer_phone = '0799' || floor(random() * 1e6) where id = $1`, [id])
    return { id, password: testPassword }
  }
  goodInputs['admin.customers.erase'] = await forgettable()

  const image = 'https://elsewhere.test/zahra.jpg'
  const details = {
    concentration: 'parfum',
    notesTop: ['Saffron'],
    notesHeart: ['Rose'],
    notesBase: ['Oud'],
    ml: 75,
    imageAlt: 'A bottle',
    morePictures: [{ image, alt: 'The box' }],
  }
  const productForm = {
    name: 'Oud Nur',
    description: 'Amber.',
    price: 3_000,
    image,
    categoryId: category.id,
    ...details,
  }
  goodInputs['admin.products.list'] = { limit: 1 }
  goodInputs['admin.products.create'] = productForm
  const edited = await makeProduct(orm, category)
  goodInputs['admin.products.update'] = { id: edited.id, ...productForm, isNew: true, originalPrice: 4_000 }
  goodInputs['admin.products.patch'] = { id: edited.id, ...productForm, majorCategory: 'men', originalPrice: null }
  goodInputs['admin.products.remove'] = { id: edited.id }
  const file = `Name,Price,Category,Description,Image\nOud,100,${category.name},Amber,${image}\n`
  goodInputs['admin.products.importFile'] = { csv: file, isDryRun: true }
  const priced = await makeProduct(orm, category)
  const newPrices = { changes: [{ id: priced.id, price: 2_000, originalPrice: 3_000 }] }
  goodInputs['admin.prices.change'] = newPrices
  const changedPrices = async () => {
    const { id } = await changePrices({ em: orm.em.fork(), clock: shop.deps.clock }, newPrices)
    return { id }
  }
  goodInputs['admin.prices.undo'] = await changedPrices()
  const storedKey = async () => {
    const [{ id } = { id: '' }] = await shop.query<{ id: string }>(
      `insert into api_keys (name, key_hash, start, scopes) values ('Till', gen_random_uuid(), 'marashi_', '{orders:read}')
       returning id`,
    )
    return { id }
  }
  goodInputs['admin.apiKeys.create'] = { name: 'Till', scopes: ['orders:read'], endsAt: null }
  goodInputs['admin.apiKeys.revoke'] = await storedKey()
  goodInputs['admin.categories.create'] = { name: 'Citrus' }
  goodInputs['admin.categories.update'] = { id: category.id, description: 'Agarwood' }
  goodInputs['admin.categories.remove'] = { id: category.id }
  const review = await makeReview(orm, product)
  const reviewForm = { productId: product.id, rating: 5, content: 'Lasts the whole day.', status: 'approved' }
  goodInputs['admin.receiptClaims.list'] = { limit: 1 }
  goodInputs['admin.reviews.list'] = { limit: 1, offset: 0, status: 'approved' }
  goodInputs['admin.reviews.search'] = { search: 'day', limit: 1, offset: 0 }
  goodInputs['admin.reviews.create'] = reviewForm
  goodInputs['admin.reviews.update'] = { id: review.id, ...reviewForm }
  goodInputs['admin.reviews.moderate'] = { id: review.id, status: 'approved' }
  goodInputs['admin.reviews.remove'] = { id: review.id }
  const manual = { orderId: paid.orderNumber, paymentMethod: 'mpesa', amount: 100, status: 'pending', processingFee: 0 }
  const recordManual = async () => {
    const { id } = await recordPayment({ em: orm.em.fork(), clock: shop.deps.clock }, createPaymentInput.parse(manual))
    return { id }
  }
  goodInputs['admin.payments.list'] = { search: 'tjk1', method: 'mpesa', status: 'completed', limit: 1, offset: 0 }
  goodInputs['admin.payments.create'] = manual
  goodInputs['admin.payments.update'] = { ...(await recordManual()), ...manual }
  goodInputs['admin.payments.remove'] = await recordManual()
  goodInputs['admin.payments.clearAttention'] = { id: payment.id }
  const [flag] = await shop.query<{ id: string }>(
    `insert into payment_flags (payment_id, what, source, raised_at) values ($1, 'disputed', 'webhook', now()) returning id::text`,
    [payment.id],
  )
  goodInputs['admin.payments.resolveFlag'] = { id: payment.id, flagId: flag?.id, resolution: 'Called the bank' }
  const completed = { ...manual, status: 'completed' }
  const { id: refundable } = await recordPayment(
    { em: orm.em.fork(), clock: shop.deps.clock },
    createPaymentInput.parse({ ...completed, amount: 100_000 }),
  )
  goodInputs['admin.refunds.list'] = { id: refundable }
  goodInputs['admin.refunds.listAll'] = { limit: 1, status: 'succeeded' }
  goodInputs['admin.refunds.request'] = { id: refundable, amount: 100, way: 'manual', reason: 'A bottle was broken' }
  const unknownRefund = async () => {
    const [{ id } = { id: '' }] = await shop.query<{ id: string }>(
      `insert into payment_refunds (payment_id, payment_method, status, amount, reason, requested_by, requested_at, updated_at)
       values ($1, 'mpesa', 'unknown', 1, 'Broken', 'administrator', now(), now()) returning id`,
      [refundable],
    )
    return { id, outcome: 'succeeded', reason: 'Read on the statement' }
  }
  goodInputs['admin.refunds.resolve'] = await unknownRefund()
  const [setAside] = await shop.query<{ id: string }>(
    `insert into webhook_events (gateway, event_id, payment_id, body, received_at, next_attempt_at)
     values ('mpesa', 'set aside', gen_random_uuid(), '{}', now(), null) returning id`,
  )
  goodInputs['admin.webhookEvents.retry'] = { id: setAside?.id }
  goodInputs['admin.webhookEvents.dismiss'] = { id: setAside?.id, reason: 'A test of the gateway' }
  const openClaim = async () => {
    await shop.query(`delete from receipt_claims where receipt = 'SKJ0000001'`)
    const [{ id } = { id: '' }] = await shop.query<{ id: string }>(
      `insert into receipt_claims (order_id, gateway, receipt, asked_at)
       values ($1, 'mpesa', 'SKJ0000001', now()) returning id`,
      [paid.id],
    )
    return { id, reason: 'It is not on the statement' }
  }
  goodInputs['admin.health.askOperatorAgain'] = { paymentMethod: 'mpesa' }
  goodInputs['admin.receiptClaims.refuse'] = await openClaim()
  const lineOf = async (reference: string) => {
    const [{ id } = { id: '' }] = await shop.query<{ id: string }>(
      `insert into gateway_transactions (gateway, reference, kind, amount_cents, occurred_at, first_source, created_at)
       values ('mpesa', $1, 'payment', 100, now(), 'confirmation', now()) returning id`,
      [reference],
    )
    return id
  }
  goodInputs['admin.transactions.list'] = { state: 'matched', search: 'tkc', limit: 1, offset: 0 }
  goodInputs['admin.transactions.assign'] = { id: await lineOf('TKC1'), orderId: paid.orderNumber }
  goodInputs['admin.transactions.dismiss'] = { id: await lineOf('TKC2'), reason: 'Rent' }
  goodInputs['admin.transactions.restore'] = { id: await lineOf('TKC3') }
  for (const name of ['register', 'reveal', 'replace'])
    goodInputs[`admin.confirmations.${name}`] = { password: testPassword }
  const assigned = async () => {
    const id = await lineOf(`TKC${Math.random()}`)
    await assignToOrder(jobContext({ ...shop.deps, log: shop.app.log }), { id, orderId: paid.id })
    return { id }
  }
  goodInputs['admin.transactions.unassign'] = await assigned()
  onceOnly = {
    'admin.prices.undo': changedPrices,
    'admin.orders.cancel': cancellation,
    'admin.orders.cancelMany': cancellations,
    'admin.push.unsubscribe': subscribed,
    'admin.settings.save': newName,
    'admin.settings.undo': changed,
    'admin.apiKeys.revoke': storedKey,
    'admin.webhooks.create': async () => {
      await shop.query(`delete from webhook_endpoints where url like '%/new'`)
      return { ...hook, url: 'https://receiver.test/new' }
    },
    'admin.webhooks.remove': hooked,
    'admin.webhooks.rotateSecret': hooked,
    'admin.transactions.unassign': assigned,
    'admin.receiptClaims.refuse': openClaim,
    'admin.refunds.resolve': unknownRefund,
    'admin.customers.erase': forgettable,
    'admin.payments.remove': recordManual,
    'admin.products.remove': async () => ({ id: (await makeProduct(orm, category)).id }),
    'admin.categories.create': async () => {
      await shop.query(`delete from categories where name = 'Citrus'`)
      return { name: 'Citrus' }
    },
    'admin.categories.remove': async () => ({ id: (await makeCategory(orm, `Category ${Math.random()}`)).id }),
    'admin.reviews.moderate': async () => ({
      id: (await makeReview(orm, product, { status: 'pending' })).id,
      status: 'approved',
    }),
    'admin.reviews.remove': async () => ({ id: (await makeReview(orm, product)).id }),
    'admin.orders.remove': async () => ({ id: (await makeOrder(orm)).id }),
  }
})
afterAll(() => shop[Symbol.asyncDispose]())

const goodInput = async ({ path }: Entry) => (await onceOnly[path]?.()) ?? goodInputs[path]

async function overTrpc({ path, type }: Entry, input: unknown, headers?: Record<string, string>) {
  const question = input === undefined ? '' : `?input=${encodeURIComponent(JSON.stringify(input))}`
  const answer = await shop.app.inject({
    ...(type === 'query'
      ? { method: 'GET', url: `/trpc/${path}${question}` }
      : { method: 'POST', url: `/trpc/${path}`, payload: input as object }),
    headers: { 'content-type': 'application/json', ...(headers ?? (await logIn(shop.deps.orm))) },
  })
  const body = answer.json()
  return {
    status: answer.statusCode,
    answer: body.result?.data,
    refusal: body.error && { error: body.error.message, code: body.error.data.code, fields: body.error.data.fields },
  }
}

async function overRest({ openapi }: Entry, input: Record<string, unknown> = {}, headers?: Record<string, string>) {
  if (!openapi) throw new Error('not published')
  const rest = { ...input }
  const url = openapi.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name]
    delete rest[name]
    return encodeURIComponent(String(value))
  })
  const isRead = openapi.method === 'GET' || openapi.method === 'DELETE'
  const query = isRead
    ? `?${new URLSearchParams(Object.entries(rest).map(([name, value]) => [name, String(value)]))}`
    : ''
  const answer = await shop.app.inject({
    method: openapi.method,
    url: `/api${url}${query}`,
    headers: headers ?? (await logIn(shop.deps.orm)),
    ...(isRead ? {} : { payload: rest }),
  })
  const body = answer.body === '' ? undefined : answer.json()
  const isRefusal = answer.statusCode >= 400
  return {
    status: answer.statusCode,
    answer: isRefusal ? undefined : body,
    refusal: isRefusal ? { error: body.error, code: body.code, fields: body.fields } : undefined,
  }
}

/** What two calls of one procedure cannot share: ids, numbers and instants of what each of them made, and how many it ended. */
const withoutOwnValues = (answer: unknown) =>
  JSON.parse(JSON.stringify(answer ?? null, (name, value) => (ownValues.has(name) ? undefined : value)))
const ownValues = new Set(
  'id orderNumber createdAt updatedAt expiresAt requestedAt succeededAt checkedAt askedAt answeredAt ended at reference occurredAt registeredAt replacedAt key start pageSecret writtenAt lastChange version secret endsAt body messageId lastAttemptAt nextAttemptAt durationMs'.split(
    ' ',
  ),
)

it('declares for every procedure who may call it', () => {
  expect(procedures.filter(({ access }) => access !== 'anybody' && access !== 'administrator')).toEqual([])
  expect(procedures.filter(({ path, access }) => path.startsWith('admin.') && access === 'anybody')).toEqual([
    expect.objectContaining({ path: 'admin.session.login' }),
    expect.objectContaining({ path: 'admin.session.logout' }),
  ])
})

it('repeats every write under a key, but for those that see to it themselves', () => {
  const others = procedures.filter(({ type, isRepeatable }) => type === 'mutation' && !isRepeatable)
  expect(others.map(({ path }) => path).sort()).toEqual([
    'admin.session.login',
    'admin.session.logout',
    'checkout.placeOrder',
    'payments.createIntent',
  ])
  const secret = procedures.filter(({ holdsSecret }) => holdsSecret)
  expect(secret.map(({ path }) => path).sort()).toEqual([
    'admin.apiKeys.create',
    'admin.confirmations.reveal',
    'admin.webhooks.create',
    'admin.webhooks.rotateSecret',
  ])
})

describe.each(procedures.filter(({ access }) => access === 'administrator'))('$path', (entry) => {
  it.each<Record<string, string>>([{}, { cookie: 'session=guessed' }])(
    'answers 401 without a live session on both transports: %j',
    async (headers) => {
      for (const input of [goodInputs[entry.path], { nonsense: true }]) {
        const refusal = { error: 'Please log in.', code: 'UNAUTHORIZED', fields: undefined }
        expect(await overTrpc(entry, input, headers)).toMatchObject({ status: 401, refusal })
        expect(await overRest(entry, { ...goodInputs[entry.path], ...input }, headers)).toMatchObject({
          status: 401,
          refusal,
        })
      }
    },
  )
})

/** The push services of browsers are elsewhere: one on this machine answers in their place. */
async function answeringPushService() {
  const server = http.createServer((_asked, answer) => answer.writeHead(201).end()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const toServer = (() => http.request({ host: '127.0.0.1', port, method: 'POST' })) as typeof https.request
  const answering = vi.spyOn(https, 'request').mockImplementation(toServer)
  return {
    [Symbol.dispose]() {
      answering.mockRestore()
      server.close()
    },
  }
}

describe.each(procedures.filter(({ isRepeatable }) => isRepeatable))('$path under an Idempotency-Key', (entry) => {
  /** Of another session of the same owner each time. */
  const headersOf = async () => ({
    ...(await logIn(shop.deps.orm)),
    'idempotency-key': `key of ${entry.path}`.replaceAll(' ', '-'),
  })

  async function send(input: Record<string, unknown>, more: object = {}) {
    const { method, path = '' } = entry.openapi ?? {}
    const rest = { ...input }
    const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      const value = rest[name]
      delete rest[name]
      return encodeURIComponent(String(value))
    })
    return await shop.app.inject({
      method: method ?? 'POST',
      url: `/api${url}`,
      headers: await headersOf(),
      ...(method !== 'DELETE' && { payload: { ...rest, ...more } }),
    })
  }

  it('is done once, and answered the same again', async () => {
    using _pushService = await answeringPushService()
    // A rehearsal does nothing, so its answer is not kept.
    const input = {
      ...(await goodInput(entry)),
      ...('isDryRun' in (goodInputs[entry.path] ?? {}) && { isDryRun: false }),
    }
    const first = await send(input)
    expect([200, 201, 204]).toContain(first.statusCode)
    expect(first.headers).not.toHaveProperty('idempotency-replayed')
    const before = await stored()
    const again = await send(input)
    if (entry.holdsSecret) expect(again.json()).toMatchObject({ code: 'ANSWER_NOT_KEPT' })
    else {
      expect([again.statusCode, again.body]).toEqual([first.statusCode, first.body])
      expect(again.headers).toMatchObject({ 'idempotency-replayed': 'true' })
      expect(again.headers['content-type']).toBe(first.headers['content-type'])
    }
    if (entry.access === 'administrator' && entry.schema) {
      const overOther = await overTrpc(entry, input, await headersOf())
      expect(overOther.refusal?.code ?? 'done').toBe(entry.holdsSecret ? 'ANSWER_NOT_KEPT' : 'done')
      if (first.statusCode !== 204 && !entry.holdsSecret) expect(overOther.answer).toEqual(first.json())
    }
    expect(await stored()).toEqual(before)
    if (entry.schema === undefined) return // nothing that could differ
    const isDeletion = entry.openapi?.method === 'DELETE'
    const other = await (isDeletion ? send({ ...input, id: randomUUID() }) : send(input, { another: 'field' }))
    expect([other.statusCode, other.json().code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED'])
    expect(await stored()).toEqual(before)
  })
})

describe.each(procedures.filter(({ openapi }) => openapi && openapi.method !== 'GET'))('$path over REST', (entry) => {
  it('refuses a field of a body that it does not know', async () => {
    const { method = 'POST', path = '' } = entry.openapi ?? {}
    const input = { ...goodInputs[entry.path] }
    const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      const value = input[name]
      delete input[name]
      return encodeURIComponent(String(value))
    })
    const answer = await shop.app.inject({
      method,
      url: `/api${url}`,
      headers: await logIn(shop.deps.orm),
      payload: { ...(method !== 'DELETE' && input), another: 'field' },
    })
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'BAD_REQUEST'])
    expect(JSON.stringify(answer.json().fields)).toContain('another')
  })
})

/** Everything that is stored, but for who is logged in and what is counted on the way. */
async function stored() {
  const { admin_sessions: _, rate_limits: __, ...rows } = await readWholeDatabase(shop.databaseUrl)
  return rows
}

describe.each(procedures)('$path', (entry) => {
  it('is published over REST with a summary and answers nothing it does not declare', () => {
    expect(entry.openapi).toMatchObject({ path: expect.any(String), summary: expect.any(String) })
  })

  it('gives the same answer on both transports', async () => {
    using _pushService = await answeringPushService()
    const trpc = await overTrpc(entry, await goodInput(entry))
    const rest = await overRest(entry, await goodInput(entry))
    expect(trpc.status).toBe(200)
    expect([200, 201, 204]).toContain(rest.status)
    expect(withoutOwnValues(rest.answer)).toEqual(withoutOwnValues(trpc.answer))
  })

  const leaves = entry.schema ? leavesOf(entry.schema) : []
  it.runIf(leaves.length > 0)('refuses wrong types on both transports, with the same message', async () => {
    for (const leaf of leaves) {
      const { at, type } = leaf
      for (const wrong of wrongFor(leaf)) {
        const input = replaced(goodInputs[entry.path] ?? {}, at, wrong)
        const isQuery = entry.openapi?.method === 'GET' || entry.openapi?.method === 'DELETE'
        const isPath = at.length === 1 && entry.openapi?.path.includes(`{${at[0]}}`)
        const trpc = await overTrpc(entry, input)
        expect({ at, wrong, status: trpc.status }).toEqual({ at, wrong, status: 400 })
        // A query string holds text alone: there "1" is a number and everything is text.
        const isText = type === 'text' || wrong === '1' || wrong === 'false' || wrong === null || Array.isArray(wrong)
        if (isPath || (isQuery && isText)) continue
        const rest = await overRest(entry, input)
        expect({ at, wrong, status: rest.status }).toEqual({ at, wrong, status: 400 })
        if (!isQuery) expect(rest.refusal).toEqual(trpc.refusal)
      }
    }
  })

  it.runIf(leaves.length > 0)('is as strict on tRPC after REST calls as before', async () => {
    await overRest(entry, await goodInput(entry))
    for (const leaf of leaves.filter(({ type }) => type !== 'text')) {
      const input = replaced(goodInputs[entry.path] ?? {}, leaf.at, wrongFor(leaf)[0])
      expect((await overTrpc(entry, input)).status).toBe(400)
    }
  })
})

type LeafType = 'number' | 'boolean' | 'text'
interface Leaf {
  at: (string | number)[]
  type: LeafType
  takesNull: boolean
}
const wrongValues: Record<LeafType, unknown[]> = {
  number: [null, '', [], true, '1'],
  boolean: [null, '', [], 1, 'false'],
  text: [null, [], true, 1],
}

const wrongFor = ({ type, takesNull }: Leaf) => wrongValues[type].filter((wrong) => wrong !== null || !takesNull)

/** Every number, boolean and text of an input that has a place in the good input. */
function leavesOf(schema: z.ZodType, at: (string | number)[] = [], takesNull = false): Leaf[] {
  const definition = schema._zod.def as { type: string; innerType?: z.ZodType; in?: z.ZodType; element?: z.ZodType }
  if (schema instanceof z.ZodObject) {
    return Object.entries(schema.shape).flatMap(([name, field]) => leavesOf(field as z.ZodType, [...at, name]))
  }
  if (definition.element) return leavesOf(definition.element, [...at, 0])
  const inner = definition.innerType ?? definition.in
  if (inner) return leavesOf(inner, at, takesNull || definition.type === 'nullable')
  const type = definition.type === 'number' || definition.type === 'boolean' ? definition.type : 'text'
  return [{ at, type, takesNull }]
}

function replaced(input: Record<string, unknown>, at: (string | number)[], value: unknown): Record<string, unknown> {
  const copy = structuredClone(input)
  let place: Record<string | number, unknown> = copy
  for (const step of at.slice(0, -1)) place = place[step] as Record<string | number, unknown>
  place[at.at(-1) as string] = value
  return copy
}
