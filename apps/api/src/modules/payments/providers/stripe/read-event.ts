import { z } from 'zod'
import type { EventReport, PaymentNames } from '../provider-reports.ts'
import { readDispute } from './read-dispute.ts'

const event = z.object({
  type: z.string(),
  data: z.object({
    object: z.object({
      id: z.string(),
      object: z.string(),
      payment_intent: z.string().nullish(),
      charge: z.string().nullish(),
    }),
  }),
})

/** What a stored event asks the shop to do: mostly to look its intent up, because events come late and twice. */
export function readStripeEvent(body: string): EventReport {
  const message: unknown = JSON.parse(body)
  const parsed = event.safeParse(message)
  if (!parsed.success) return { kind: 'ignored', why: 'unreadable' }
  const { type, data } = parsed.data
  const payment = paymentOf(data.object)
  if (payment.reference === null && payment.receipt === null) return { kind: 'ignored', why: `ignored: ${type}` }
  if (type.startsWith('charge.dispute.')) {
    const dispute = readDispute(message)
    if (dispute) return { kind: 'dispute', payment, dispute }
    // By no id of a dispute that later reports would be compared with: the owner looks at it and resolves it.
    const details = { status: 'unreadable', reference: data.object.id }
    return { kind: 'flag', payment, flag: { what: 'disputed', details, note: `unreadable: ${type}` } }
  }
  // A refund that failed shows nowhere on its intent, so the list of refunds is read on each of these. Before version 2024-10-28 of
  // its API Stripe tells of it by charge.refund.updated alone.
  const hasRefunds = type.startsWith('refund.') || type.startsWith('charge.refund')
  return { kind: 'look-up', payment, hasRefunds }
}

function paymentOf(about: z.infer<typeof event>['data']['object']): PaymentNames {
  const { id, object, payment_intent = null, charge = null } = about
  return {
    reference: object === 'payment_intent' ? id : payment_intent,
    receipt: object === 'charge' ? id : charge,
  }
}
