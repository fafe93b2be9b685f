import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { orderBody, someOf } from '../environment/order-body.ts'
import type { Fixture } from './fixture.ts'
import { RETRY_MS, send, sendUntilAnswered } from './send.ts'

const FIRST_POLL_MS = 150
const LAST_POLL_MS = 2_000

/** A simulated shopper with a phone number of her own. She retries as the storefront does until `leaves` is aborted. */
export interface Client {
  phone: string
  email: string
  leaves: AbortSignal
  /** The address she comes from, told by a proxy; without it all come from one. */
  address?: string | undefined
  orderId?: string
}

let clientCount = 0

export function newClient({ recorder }: Fixture, leaves: AbortSignal, address?: string): Client {
  const nth = ++clientCount
  const client = { phone: `0712${String(nth).padStart(6, '0')}`, email: `shopper-${nth}@example.com`, leaves, address }
  for (const secret of secretsOf(client)) recorder.secrets.add(secret)
  return client
}

/** What she types that no log may hold. */
export const secretsOf = ({ phone, email }: Client): string[] => [email, phone, `254${phone.slice(1)}`]

/** Orders, asks for the prompt, and polls the order until its payment has ended. */
export async function buyWithMpesa(fixture: Fixture, client: Client): Promise<void> {
  if (await order(fixture, client, 'mpesa')) await payWithMpesa(fixture, client)
}

/** Asks for the prompt of the client's order and polls the order until its payment has ended. */
export async function payWithMpesa(fixture: Fixture, client: Client): Promise<void> {
  const { orderId = '' } = client
  const isAsked = await askForPrompt(fixture, client, orderId)
  if (isAsked) await untilEnded(fixture, client, orderId)
}

/** Orders, has the card form prepared, pays at Stripe, and has the payment confirmed. */
export async function buyWithCard(fixture: Fixture, client: Client): Promise<void> {
  if (await order(fixture, client, 'stripe')) await payWithCard(fixture, client)
}

/** Pays the client's order at Stripe and has the payment confirmed. */
export async function payWithCard(fixture: Fixture, client: Client): Promise<void> {
  const { orderId = '' } = client
  const ask = (path: string, body: object) => sendUntilAnswered(fixture, client.leaves, path, body, headersOf(client))
  const prepared = await ask('/api/create-payment-intent', { orderId })
  const intentId = String(prepared?.body.clientSecret ?? '').split('_secret')[0]
  if (!intentId || prepared?.status !== 200) return
  fixture.simulator.control.payIntent(intentId)
  const confirmed = await ask('/api/payments/stripe/confirm', { orderId, paymentIntentId: intentId })
  if (confirmed?.status === 200) fixture.recorder.confirmed.push(orderId)
}

/** Places one order with one key, however often it is sent. Returns its id; undefined when the client left before. */
export async function order(
  fixture: Fixture,
  client: Client,
  paymentMethod: 'mpesa' | 'stripe' | 'manual',
): Promise<string | undefined> {
  const key = randomUUID()
  const body = orderBody(someOf(fixture.products), client, paymentMethod)
  const headers = { ...headersOf(client), 'idempotency-key': key }
  const response = await sendUntilAnswered(fixture, client.leaves, '/api/orders', body, headers)
  if (response?.status !== 201) return undefined
  const orderId = String(response.body.id)
  fixture.recorder.orders.push({ key, orderId })
  client.orderId = orderId
  return orderId
}

/** Asks again only while the shop has no attempt: a client never asks for the same prompt twice. */
async function askForPrompt(fixture: Fixture, client: Client, orderId: string): Promise<boolean> {
  const { phone, leaves } = client
  while (!leaves.aborted) {
    const response = await send(fixture, '/api/payments/mpesa/initiate', { orderId, phone }, headersOf(client))
    if (response && response.status < 300) fixture.recorder.attempts.push(orderId)
    if (response && response.status !== 503) return true
    await sleep(RETRY_MS)
    const known = await paymentStatusOf(fixture, client, orderId)
    if (known && known !== 'none') return true
  }
  return false
}

async function untilEnded(fixture: Fixture, client: Client, orderId: string): Promise<void> {
  for (let waitMs = FIRST_POLL_MS; !client.leaves.aborted; waitMs = Math.min(waitMs * 1.5, LAST_POLL_MS)) {
    const status = await paymentStatusOf(fixture, client, orderId)
    if (status === 'paid' || status === 'failed' || status === 'cancelled') return
    await sleep(waitMs)
  }
}

async function paymentStatusOf({ origin }: Fixture, client: Client, orderId: string): Promise<string | undefined> {
  const headers = headersOf(client)
  const response = await fetch(`${origin}/api/orders/${orderId}/payment-status`, { headers }).catch(() => undefined)
  if (!response?.ok) return undefined
  const { mpesaStatus } = (await response.json()) as { mpesaStatus: string | null }
  return mpesaStatus ?? 'none'
}

const headersOf = ({ address }: Client): Record<string, string> => (address ? { 'x-forwarded-for': address } : {})
