/**
 * A shop's first sale by a program, with Node alone and what /api/docs says:
 * a product with a picture, an order that a phone of the sandbox pays, the webhook that tells of it, the refund.
 *
 *     MARASHI_URL=http://localhost:4000 MARASHI_PASSWORD=… node docs/api/first-sale.ts picture.jpg
 *
 * The shop needs WEBHOOKS_TO_LOOPBACK=on, because the webhook comes to this machine.
 */
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { openAsBlob } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

const { MARASHI_URL: url = 'http://localhost:4000', MARASHI_PASSWORD: password = '' } = process.env
const [, , picture = 'picture.jpg'] = process.argv

/** Calls the shop and answers what it answered. Throws what it refused. */
async function call<Answer>(method: string, path: string, body?: object, headers: Record<string, string> = {}) {
  const isForm = body instanceof FormData
  const answer = await fetch(`${url}/api${path}`, {
    method,
    headers: { ...headers, ...(body && !isForm && { 'content-type': 'application/json' }) },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
  return { data: (text ? JSON.parse(text) : undefined) as Answer, headers: answer.headers }
}

interface Event {
  type: string
  data: { subject: string; orderNumber: string }
}

/** The event, where the shop has signed it. */
function verified(secret: string, headers: http.IncomingHttpHeaders, body: string): Event | undefined {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures } = headers
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest()
  const isRecent = Math.abs(Date.now() / 1_000 - Number(timestamp)) < 300
  const isSigned = String(signatures)
    .split(' ')
    .map((each) => Buffer.from(each.replace('v1,', ''), 'base64'))
    .some((given) => given.length === expected.length && timingSafeEqual(given, expected))
  return isRecent && isSigned ? JSON.parse(body) : undefined
}

/** The body of a request as it arrived. Throws where it breaks off, or is longer than any webhook: 256 KB. */
async function bodyOf(request: http.IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of request) {
    length += piece.length
    if (length > 256 * 1_024) throw new Error('This body is too long.')
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString()
}

// A receiver, before anything happens. Anybody may send it anything, so nothing that arrives may end it.
const heard: Event[] = []
let secret = ''
const receiver = http.createServer(async (request, response) => {
  try {
    const event = verified(secret, request.headers, await bodyOf(request))
    if (event) heard.push(event)
    response.writeHead(event ? 204 : 400).end()
  } catch {
    response.writeHead(400).end()
  }
})
await once(receiver.listen(0, '127.0.0.1'), 'listening')
const ownUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`

/** Waits until something is there. */
async function until<Found>(what: string, look: () => Promise<Found | undefined> | Found | undefined): Promise<Found> {
  for (let tries = 0; tries < 200; tries++, await wait(100)) {
    const found = await look()
    if (found !== undefined) return found
  }
  throw new Error(`${what} did not come`)
}

// Keys and webhooks are made by the administrator: with her session.
const login = await call('POST', '/admin/login', { password })
const session = {
  cookie: login.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; '),
}
const scopes = ['catalogue:write', 'orders:write', 'payments:write']
const key = await call<{ id: string; key: string }>('POST', '/admin/api-keys', { name: 'First sale', scopes }, session)
const types = ['order.paid', 'order.refunded']
const webhook = await call<{ id: string; secret: string }>('POST', '/admin/webhooks', { url: ownUrl, types }, session)
secret = webhook.data.secret
const bearer = { authorization: `Bearer ${key.data.key}` }

// A product with a picture.
const form = new FormData()
form.append('image', await openAsBlob(picture))
const image = await call<{ url: string }>('POST', '/admin/uploads/image', form, bearer)
const category = await call<{ id: string }>('POST', '/categories', { name: `Firsts ${Date.now()}` }, bearer)
const product = await call<{ id: string; name: string; price: number }>(
  'POST',
  '/products',
  {
    name: 'First Light',
    description: 'Bergamot over white musk.',
    price: 1_250,
    image: image.data.url,
    categoryId: category.data.id,
  },
  bearer,
)
console.log(`Put on sale: ${product.data.name}, Ksh ${product.data.price}`)

// Sold, at the shop's own prices. Orders are in shillings.
interface Quote {
  items: { productId: string; productName: string; productPrice: number; quantity: number }[]
  deliveryLocation: string
  deliveryCharge: number
  subtotal: number
  total: number
}
const cart = { deliveryLocation: 'nairobi-cbd', items: [{ productId: product.data.id, quantity: 1 }] }
const { deliveryLocation, deliveryCharge, subtotal, total, items } = (
  await call<Quote>('POST', '/checkout/quote', cart)
).data
// Tills may share a key of the API: this one has a random part. It is stored with the sale until the answer: docs/api/errors.md.
const orderKey = `first-sale:1:${randomUUID()}`
const order = await call<{ id: string; orderNumber: string }>(
  'POST',
  '/orders',
  {
    order: {
      customerName: 'Amina Otieno',
      customerPhone: '0712 345 678',
      deliveryAddress: 'Kimathi Street 4, second floor',
      deliveryLocation,
      deliveryCharge,
      subtotal,
      total,
      paymentMethod: 'mpesa',
    },
    // By name: a quote may gain fields, and an order takes only those that it knows.
    items: items.map(({ productId, productName, productPrice, quantity }) => ({
      productId,
      productName,
      productPrice,
      quantity,
    })),
  },
  { 'idempotency-key': orderKey },
)
// A phone of the sandbox that pays by itself: docs/api/sandbox.md.
await call('POST', '/payments/mpesa/initiate', { orderId: order.data.id, phone: '0700 000 007' })
const isOf = (type: string) => (event: Event) => event.type === type && event.data.subject === order.data.id
const paid = await until('order.paid', () => heard.find(isOf('order.paid')))
console.log(`Paid: ${paid.data.orderNumber}, Ksh ${total}`)

// Given back. Payments are in cents; M-Pesa's refunds ask for the administrator's password.
const found = await call<{ payments: { id: string; amount: number }[] }>(
  'GET',
  `/admin/payments?search=${order.data.orderNumber}`,
  undefined,
  bearer,
)
const [payment] = found.data.payments
if (!payment) throw new Error('The payment is not listed.')
const refund = { amount: payment.amount, way: 'provider', reason: 'Trying it out', requestId: randomUUID(), password }
await call('POST', `/admin/payments/${payment.id}/refunds`, refund, bearer)
await until('order.refunded', () => heard.find(isOf('order.refunded')))
const state = await call<{ paymentState: string; refundedCents: number }>(
  'GET',
  `/orders/${order.data.id}`,
  undefined,
  bearer,
)
console.log(`Given back: Ksh ${state.data.refundedCents / 100}, ${state.data.paymentState}`)

// Nothing of it is left open.
await call('DELETE', `/admin/webhooks/${webhook.data.id}`, undefined, session)
await call('DELETE', `/admin/api-keys/${key.data.id}`, undefined, session)
receiver.close()
receiver.closeAllConnections()
