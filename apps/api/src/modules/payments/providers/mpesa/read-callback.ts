import { z } from 'zod'
import { parseDarajaJson, textOrNumber } from './daraja-json.ts'

/** What an M-Pesa callback says, read from any of its shapes. */
export interface MpesaCallback {
  merchantRequestId: string | undefined
  checkoutRequestId: string | undefined
  resultCode: string
  resultText: string
  amountShillings: number | undefined
  receipt: string | undefined
}

const stkCallback = z.object({
  MerchantRequestID: z.string().nullish(),
  CheckoutRequestID: z.string().nullish(),
  ResultCode: textOrNumber,
  ResultDesc: z.string().nullish(),
  CallbackMetadata: z
    .object({ Item: z.array(z.object({ Name: z.string(), Value: textOrNumber.nullish() })).nullish() })
    .nullish(),
})

const envelope = z.object({ Body: z.object({ stkCallback: z.looseObject({}) }) })

/**
 * Reads a callback's body; undefined where it is none, 'unreadable' where it is one of a shape that nobody has seen yet.
 * Items are found by name: their order and presence vary.
 */
export function readMpesaCallback(body: string): MpesaCallback | 'unreadable' | undefined {
  const sent = envelope.safeParse(parseDarajaJson(body))
  if (!sent.success) return undefined
  const parsed = stkCallback.safeParse(sent.data.Body.stkCallback)
  if (!parsed.success) return 'unreadable'
  const { MerchantRequestID, CheckoutRequestID, ResultCode, ResultDesc, CallbackMetadata } = parsed.data
  const item = (name: string) => CallbackMetadata?.Item?.find(({ Name }) => Name === name)?.Value ?? undefined
  const amount = item('Amount')
  const receipt = item('MpesaReceiptNumber')
  return {
    merchantRequestId: MerchantRequestID ?? undefined,
    checkoutRequestId: CheckoutRequestID ?? undefined,
    resultCode: String(ResultCode),
    resultText: ResultDesc ?? '',
    amountShillings: amount === undefined || amount === '' ? undefined : Number(amount),
    receipt: receipt === undefined ? undefined : String(receipt),
  }
}
