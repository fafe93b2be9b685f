import { toNairobiDigits } from '@marashi/domain/rules/nairobi-time'
import { z } from 'zod'
import type { Chance } from '../core/chance.ts'
import type { Prompt } from './prompts.ts'

/**
 * How one callback is spelled. Merchants have seen all these shapes, see docs/gateways/mpesa.md#callback; none of them
 * changes what the callback reports.
 */
export const callbackShape = z.strictObject({
  items: z.enum(['usual', 'shuffled']),
  resultCode: z.enum(['number', 'text']),
  amount: z.enum(['integer', 'float', 'text']),
  balance: z.enum(['without-value', 'absent']),
  date: z.enum(['number', 'text']),
  phone: z.enum(['number', 'masked', 'absent']),
})

export type CallbackShape = z.output<typeof callbackShape>

/** The JSON of a callback for a prompt that has ended. What `wanted` leaves open is left to chance. */
export function callbackBody(prompt: Prompt, wanted: Partial<CallbackShape>, chance: Chance): string {
  const shape = { ...anyShape(chance), ...withoutGaps(wanted) }
  const code = prompt.resultCode ?? ''
  const items = shape.items === 'shuffled' ? chance.shuffle(metadata(prompt, shape)) : metadata(prompt, shape)
  const body = {
    Body: {
      stkCallback: {
        MerchantRequestID: prompt.merchantRequestId,
        CheckoutRequestID: prompt.checkoutRequestId,
        ResultCode: shape.resultCode === 'number' && /^\d+$/.test(code) ? Number(code) : code,
        ResultDesc: prompt.resultDesc,
        ...(code === '0' ? { CallbackMetadata: { Item: items } } : {}),
      },
    },
  }
  // JSON.stringify cannot write 3200.00, and the gateway does.
  return JSON.stringify(body).replace(/"(\d+\.00)\*"/, '$1')
}

function metadata(prompt: Prompt, shape: CallbackShape) {
  const shillings = prompt.amountShillings
  const amounts = { integer: shillings, float: `${shillings}.00*`, text: `${shillings}.00` }
  const date = toNairobiDigits(new Date(prompt.closedAt ?? 0))
  const phones = {
    number: [{ Name: 'PhoneNumber', Value: Number(prompt.phone) }],
    masked: [{ Name: 'PhoneNumber', Value: `${prompt.phone.slice(0, 5)}****${prompt.phone.slice(-3)}` }],
    absent: [],
  }
  return [
    { Name: 'Amount', Value: amounts[shape.amount] },
    { Name: 'MpesaReceiptNumber', Value: prompt.receipt },
    ...(shape.balance === 'absent' ? [] : [{ Name: 'Balance' }]),
    { Name: 'TransactionDate', Value: shape.date === 'number' ? Number(date) : date },
    ...phones[shape.phone],
  ]
}

function anyShape(chance: Chance): CallbackShape {
  return {
    items: chance.pick(['usual', 'shuffled']),
    resultCode: chance.pick(['number', 'text']),
    amount: chance.pick(['integer', 'float', 'text']),
    balance: chance.pick(['without-value', 'absent']),
    date: chance.pick(['number', 'text']),
    phone: chance.pick(['number', 'masked', 'absent']),
  }
}

function withoutGaps(wanted: Partial<CallbackShape>): Partial<CallbackShape> {
  return Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined))
}
