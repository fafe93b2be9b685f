import { z } from 'zod'

/** What an M-Pesa callback says, once its many shapes are read (facts/mpesa C3). */
export interface MpesaCallback {
  merchantRequestId: string | undefined
  checkoutRequestId: string | undefined
  resultCode: string
  resultText: string
  amountShillings: number | undefined
  receipt: string | undefined
}

const textOrNumber = z.union([z.string(), z.number()])

const shape = z.object({
  Body: z.object({
    stkCallback: z.object({
      MerchantRequestID: z.string().optional(),
      CheckoutRequestID: z.string().optional(),
      ResultCode: textOrNumber,
      ResultDesc: z.string().optional(),
      CallbackMetadata: z
        .object({ Item: z.array(z.object({ Name: z.string(), Value: z.union([textOrNumber, z.null()]).optional() })) })
        .optional(),
    }),
  }),
})

/** Reads a callback's body; undefined where it is none. Items are found by name: their order and presence vary. */
export function readMpesaCallback(body: string): MpesaCallback | undefined {
  const parsed = shape.safeParse(parseJson(body))
  if (!parsed.success) return undefined
  const {
    MerchantRequestID,
    CheckoutRequestID,
    ResultCode,
    ResultDesc = '',
    CallbackMetadata,
  } = parsed.data.Body.stkCallback
  const item = (name: string) => CallbackMetadata?.Item.find(({ Name }) => Name === name)?.Value ?? undefined
  const amount = item('Amount')
  const receipt = item('MpesaReceiptNumber')
  return {
    merchantRequestId: MerchantRequestID,
    checkoutRequestId: CheckoutRequestID,
    resultCode: String(ResultCode),
    resultText: ResultDesc,
    amountShillings: amount === undefined || amount === '' ? undefined : Number(amount),
    receipt: receipt === undefined ? undefined : String(receipt),
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
