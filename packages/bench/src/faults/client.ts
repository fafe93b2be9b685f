import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Fixture, Goods } from './fixture.ts'

const ANSWER_LIMIT_MS = 10_000
const FIRST_POLL_MS = 150
const LAST_POLL_MS = 2_000

/** A shopper with a phone of her own, who tries again as the storefront does until `leaves` is aborted. */
export interface Shopper {
  phone: string
  email: string
  leaves: AbortSignal
  orderId?: string
}

let shoppers = 0

export function newShopper({ recorder }: Fixture, leaves: AbortSignal): Shopper {
  const nth = ++shoppers
  const phone = `0712${String(nth).padStart(6, '0')}`
  const email = `shopper-${nth}@example.com`
  recorder.secrets
    .add(email)
    .add(phone)
    .add(`254${phone.slice(1)}`)
  return { phone, email, leaves }
}

/** Orders, asks for the prompt, and watches the order until its payment has ended. */
export async function buyWithMpesa(fixture: Fixture, shopper: Shopper): Promise<void> {
  const orderId = await order(fixture, shopper, 'mpesa')
  if (!orderId) return
  const isAsked = await askForPrompt(fixture, shopper, orderId)
  if (isAsked) await untilEnded(fixture, shopper, orderId)
}

/** Orders, has the card form prepared, pays at Stripe, and has the payment confirmed. */
export async function buyWithCard(fixture: Fixture, shopper: Shopper): Promise<void> {
  const orderId = await order(fixture, shopper, 'stripe')
  if (!orderId) return
  const prepared = await insist(fixture, shopper, '/api/create-payment-intent', { orderId })
  const intentId = String(prepared?.body.clientSecret ?? '').split('_secret')[0]
  if (!intentId || prepared?.status !== 200) return
  fixture.simulator.control.payIntent(intentId)
  const confirmed = await insist(fixture, shopper, '/api/payments/stripe/confirm', {
    orderId,
    paymentIntentId: intentId,
  })
  if (confirmed?.status === 200) fixture.recorder.confirmed.push(orderId)
}

/** Places one order, under one key however often it takes. Answers its id; undefined when the shopper left before. */
export async function order(
  fixture: Fixture,
  shopper: Shopper,
  paymentMethod: 'mpesa' | 'stripe' | 'manual',
): Promise<string | undefined> {
  const key = randomUUID()
  const body = orderBody(fixture.goods, shopper, paymentMethod)
  const answer = await insist(fixture, shopper, '/api/orders', body, { 'idempotency-key': key })
  if (answer?.status !== 201) return undefined
  const orderId = String(answer.body.id)
  fixture.recorder.orders.push({ key, orderId })
  shopper.orderId = orderId
  return orderId
}

function orderBody(goods: Goods[], { phone, email }: Shopper, paymentMethod: string) {
  const start = Math.floor(Math.random() * (goods.length - 3))
  const items = goods.slice(start, start + 1 + Math.floor(Math.random() * 3)).map(({ id, name, price }, nth) => ({
    productId: id,
    productName: name,
    productPrice: price,
    quantity: 1 + nth,
  }))
  const subtotal = items.reduce((sum, { productPrice, quantity }) => sum + productPrice * quantity, 0)
  const order = {
    customerName: 'Amina Otieno',
    customerEmail: email,
    customerPhone: phone,
    deliveryAddress: 'Kimathi Street 4, Nairobi',
    deliveryLocation: 'nairobi-cbd',
    deliveryCharge: 200,
    subtotal,
    total: subtotal + 200,
    paymentMethod,
    status: 'pending',
  }
  return { order, items }
}

/** Asks again only while the shop knows of no attempt: a prompt is never asked for twice. */
async function askForPrompt(fixture: Fixture, { phone, leaves }: Shopper, orderId: string): Promise<boolean> {
  while (!leaves.aborted) {
    const answer = await send(fixture, '/api/payments/mpesa/initiate', { orderId, phone })
    if (answer && answer.status < 300) fixture.recorder.attempts.push(orderId)
    if (answer && answer.status !== 503) return true
    await sleep(FIRST_POLL_MS)
    const known = await look(fixture, orderId)
    if (known && known !== 'none') return true
  }
  return false
}

async function untilEnded(fixture: Fixture, { leaves }: Shopper, orderId: string): Promise<void> {
  for (let waitMs = FIRST_POLL_MS; !leaves.aborted; waitMs = Math.min(waitMs * 1.5, LAST_POLL_MS)) {
    const status = await look(fixture, orderId)
    if (status === 'paid' || status === 'failed' || status === 'cancelled') return
    await sleep(waitMs)
  }
}

async function look({ origin }: Fixture, orderId: string): Promise<string | undefined> {
  const answer = await fetch(`${origin}/api/orders/${orderId}/payment-status`).catch(() => undefined)
  if (!answer?.ok) return undefined
  const { mpesaStatus } = (await answer.json()) as { mpesaStatus: string | null }
  return mpesaStatus ?? 'none'
}

export interface Answer {
  status: number
  body: Record<string, unknown>
}

/** Sends until there is an answer other than "busy". Only for what may be sent twice. */
async function insist(fixture: Fixture, shopper: Shopper, path: string, body: object, headers: object = {}) {
  while (!shopper.leaves.aborted) {
    const answer = await send(fixture, path, body, headers)
    if (answer && answer.status < 500) return answer
    await sleep(FIRST_POLL_MS)
  }
  return undefined
}

/** Sends once; undefined when no answer came. */
export async function send(fixture: Fixture, path: string, body: unknown, headers = {}): Promise<Answer | undefined> {
  try {
    const response = await fetch(fixture.origin + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
      signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
    })
    const text = await response.text()
    fixture.recorder.hear(response.status, `${path} ${text}`, response.headers.get('retry-after'))
    return { status: response.status, body: JSON.parse(text) as Record<string, unknown> }
  } catch {
    return undefined
  }
}
