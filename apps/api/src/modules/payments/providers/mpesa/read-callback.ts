import { z } from 'zod'

/** What an M-Pesa callback says, read from any of its shapes. */
export interface MpesaCallback {
  merchantRequestId: string | undefined
  checkoutRequestId: string | undefined
  resultCode: string
  resultText: string
  amountShillings: number | undefined
  receipt: string | undefined
}

const textOrNumber = z.union([z.string(), z.number()])

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
  const sent = envelope.safeParse(parseJson(body))
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

function parseJson(text: string): unknown {
  try {
    // PostgreSQL stores no NUL, and a message must not stay unread for one in its text.
    return JSON.parse(text, (_name, value) => (typeof value === 'string' ? value.replaceAll('\u0000', '') : value))
  } catch {
    return undefined
  }
}
