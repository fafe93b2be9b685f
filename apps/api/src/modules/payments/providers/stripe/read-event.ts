import { z } from 'zod'
import type { EventReport } from '../provider.ts'

const event = z.object({
  type: z.string(),
  data: z.object({
    object: z.looseObject({ id: z.string(), object: z.string(), payment_intent: z.string().nullish() }),
  }),
})

const dispute = z.object({
  status: z.string().nullish(),
  reason: z.string().nullish(),
  amount: z.number().nullish(),
  evidence_details: z.object({ due_by: z.number().nullish() }).nullish(),
})

const wonStatuses = new Set(['won', 'warning_closed', 'prevented'])

/** What a stored event asks the shop to do: mostly to look its intent up, because events come late and twice. */
export function readStripeEvent(body: string): EventReport {
  const parsed = event.safeParse(JSON.parse(body))
  if (!parsed.success) return { kind: 'ignored', why: 'unreadable' }
  const { type, data } = parsed.data
  const reference = data.object.object === 'payment_intent' ? data.object.id : data.object.payment_intent
  if (!reference) return { kind: 'ignored', why: `ignored: ${type}` }
  if (type.startsWith('charge.dispute.')) return readDispute(type, reference, data.object)
  // A refund that failed shows nowhere on its intent, so the list of refunds is read on each of these.
  const hasRefunds = type.startsWith('refund.') || type === 'charge.refunded'
  return { kind: 'look-up', reference, hasRefunds }
}

/** A dispute is one flag for as long as it lasts; one that is lost is another, one that is won answers the first. */
function readDispute(type: string, reference: string, object: { id: string }): EventReport {
  const { status, reason = null, amount, evidence_details } = dispute.parse(object)
  const details = { disputeId: object.id }
  if (type === 'charge.dispute.closed') {
    if (status && wonStatuses.has(status)) {
      return {
        kind: 'resolve',
        reference,
        what: 'disputed',
        details,
        resolution: 'the dispute was closed in favour of the shop',
      }
    }
    const note = 'the dispute was lost: the bank has taken the money back'
    return { kind: 'flag', reference, flag: { what: 'dispute-lost', details, note } }
  }
  const dueBy = evidence_details?.due_by
  const note = [
    type === 'charge.dispute.funds_withdrawn'
      ? 'the bank has taken the money for now'
      : 'the customer’s bank disputes the charge',
    ...(reason ? [`reason: ${reason}`] : []),
    ...(amount ? [`amount: Ksh ${amount / 100}`] : []),
    ...(dueBy ? [`answer until ${new Date(dueBy * 1000).toISOString().slice(0, 10)}`] : []),
  ].join('; ')
  return { kind: 'flag', reference, flag: { what: 'disputed', details, note } }
}
