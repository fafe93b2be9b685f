import { fromNairobiDigits } from '@marashi/domain/rules/nairobi-time'
import { z } from 'zod'
import type { Clock } from '../core/clock.ts'
import { decline } from './daraja-error.ts'
import type { DarajaSettings } from './settings.ts'

const TIMESTAMP_TOLERANCE_MS = 10 * 60_000
const FORBIDDEN_IN_URL = /mpesa|m-pesa|safaricom|exec?|cmd|sql|query/i

const textOrNumber = z.union([z.string(), z.number()]).transform(String)
const wholeShillings = z.union([z.number(), z.string().regex(/^\d+$/).transform(Number)]).pipe(z.number().int().min(1))
const msisdn = z.string().regex(/^254[71]\d{8}$/)

/** In the order of Daraja's documentation: the refusal names the first field that is wrong. */
const stkRequest = z.object({
  BusinessShortCode: textOrNumber,
  Password: z.string(),
  Timestamp: textOrNumber,
  TransactionType: z.enum(['CustomerPayBillOnline', 'CustomerBuyGoodsOnline']),
  Amount: wholeShillings,
  PartyA: msisdn,
  PartyB: textOrNumber,
  PhoneNumber: msisdn,
  CallBackURL: z.url({ protocol: /^https?$/ }).refine((url) => !FORBIDDEN_IN_URL.test(url)),
  AccountReference: z.string().regex(/^[A-Za-z0-9]{1,12}$/),
  TransactionDesc: z.string().min(1).max(13),
})

const stkQuery = z.object({
  BusinessShortCode: textOrNumber,
  Password: z.string(),
  Timestamp: textOrNumber,
  CheckoutRequestID: z.string(),
})

export type StkRequest = z.output<typeof stkRequest>
export type StkQuery = z.output<typeof stkQuery>

interface Merchant {
  settings: DarajaSettings
  clock: Clock
}

/** Checks the body of a push, see docs/gateways/mpesa.md#prompt. Throws the refusal that Daraja would answer. */
export function readStkRequest(body: unknown, merchant: Merchant): StkRequest {
  return proven(readFields(stkRequest, body), merchant)
}

/** Checks the body of a status query, see docs/gateways/mpesa.md#status-query. Throws the refusal that Daraja would answer. */
export function readStkQuery(body: unknown, merchant: Merchant): StkQuery {
  return proven(readFields(stkQuery, body), merchant)
}

/** A store number with its till number, or a paybill with itself. Daraja accepts any mixture and fails it afterwards. */
export function isSetUpCorrectly(request: StkRequest, { shortcode, tillNumber }: DarajaSettings): boolean {
  const { TransactionType, PartyB } = request
  return tillNumber === undefined
    ? TransactionType === 'CustomerPayBillOnline' && PartyB === shortcode
    : TransactionType === 'CustomerBuyGoodsOnline' && PartyB === tillNumber
}

function readFields<T>(schema: z.ZodType<T>, body: unknown): T {
  const result = schema.safeParse(body)
  if (result.success) return result.data
  throw decline('400.002.02', `Bad Request - Invalid ${String(result.error.issues[0]?.path[0] ?? 'Request')}`)
}

/** The timestamp must be now, the merchant known, and the password made of both. */
function proven<T extends StkQuery | StkRequest>(request: T, { settings, clock }: Merchant): T {
  const { BusinessShortCode, Timestamp, Password } = request
  const sentAt = fromNairobiDigits(Timestamp)
  if (!sentAt || Math.abs(sentAt.getTime() - clock.now().getTime()) > TIMESTAMP_TOLERANCE_MS) {
    throw decline('400.002.02', 'Bad Request - Invalid Timestamp')
  }
  if (BusinessShortCode !== settings.shortcode) throw decline('500.001.1001', 'Merchant does not exist')
  const expected = Buffer.from(`${BusinessShortCode}${settings.passkey}${Timestamp}`).toString('base64')
  if (Password !== expected) throw decline('500.001.1001', 'Wrong credentials')
  return request
}
