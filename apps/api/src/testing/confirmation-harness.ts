import { setTimeout as sleep } from 'node:timers/promises'
import { toNairobiDigits } from '@marashi/domain/rules/nairobi-time'
import { expect } from 'vitest'
import { jobContext } from '../http/context.ts'
import { providerOf } from '../modules/payments/providers/registry.ts'
import { confirmationAddressOf } from '../modules/payments/transactions/confirmations/confirmation-address.ts'
import { retryWebhookEvents } from '../modules/payments/webhooks/retry-webhook-events.ts'
import type { TestApp } from './build-test-app.ts'

const patiently = { timeout: 60_000, interval: 200 }
const AGAIN_MS = 200
let receipts = 0
/** A receipt that no test has used. */
export const newReceipt = () => `TKC${String(++receipts).padStart(7, '0')}`

/** A confirmation as M-Pesa posts it, of money that moved just now: every value is text. */
export const confirmationBody = (change: Record<string, unknown> = {}) => ({
  TransactionType: 'Pay Bill',
  TransID: newReceipt(),
  TransTime: toNairobiDigits(new Date()),
  TransAmount: '4500.00',
  BusinessShortCode: '174379',
  BillRefNumber: '',
  InvoiceNumber: '',
  OrgAccountBalance: '49197.00',
  ThirdPartyTransID: '',
  MSISDN: '2547 ***** 678',
  FirstName: 'AMINA',
  MiddleName: '',
  LastName: 'OTIENO',
  ...change,
})

/** What is to be set for `174379` to be the shop's own number. */
export const ownShortcode = { MPESA_SHORTCODE: '174379' }

/** Posts bodies to the shop's secret address, all at once, and waits until the shop has processed them. */
export async function postConfirmations(shop: TestApp, ...bodies: (object | string)[]): Promise<void> {
  const { token } = await confirmationAddressOf({ em: shop.deps.orm.em.fork(), clock: shop.deps.clock }, 'mpesa')
  await postConfirmationsTo(shop, token, ...bodies)
}

/** The same for the address that ends with a token. */
export async function postConfirmationsTo(shop: TestApp, token: string, ...bodies: (object | string)[]): Promise<void> {
  const url = `/api${providerOf('mpesa').confirmations?.confirmation.path.replace(':token', token)}`
  const send = async (payload: object | string) =>
    await shop.app.inject({ method: 'POST', url, payload, headers: { 'content-type': 'application/json' } })
  // A shop that is busy says so, and the gateway sends again.
  const post = async (payload: object | string): ReturnType<typeof send> => {
    const answer = await send(payload)
    if (answer.statusCode !== 503) return answer
    await sleep(AGAIN_MS)
    return await post(payload)
  }
  for (const answer of await Promise.all(bodies.map(post))) {
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({ ResultCode: 0, ResultDesc: 'Accepted' })
  }
  // What the busy shop has not settled with its answer, its job settles.
  const unsettled = async () => {
    await retryWebhookEvents(jobContext({ ...shop.deps, log: shop.app.log }), providerOf('mpesa'))
    return await shop.query('select id from webhook_events where processed_at is null and next_attempt_at is not null')
  }
  await expect.poll(unsettled, patiently).toEqual([])
}

export interface LineNow {
  kind: string
  cents: number
  orderId: string | null
  amount: number | null
  status: string | null
  isSurplus: boolean | null
  attention: string | null
}

/** What became of a line: its own facts and those of the payment that it is. */
export async function lineOf(shop: TestApp, reference: string): Promise<LineNow | undefined> {
  const [line] = await shop.query<LineNow>(
    `select t.kind, t.amount_cents::int as cents, p.order_id as "orderId", p.amount::float as amount, p.status,
            p.is_surplus as "isSurplus", p.attention
     from gateway_transactions t left join payments p on p.id = t.payment_id where t.reference = $1`,
    [reference],
  )
  return line
}
