/** The steps of an order from "received" to "delivered": which are done and since when, where it stands, what comes next. */

export const timelineSteps = ['received', 'paid', 'packed', 'sent', 'delivered', 'cancelled', 'refunded'] as const
export type TimelineStep = (typeof timelineSteps)[number]

export const stepStates = ['done', 'now', 'next'] as const
type StepState = (typeof stepStates)[number]

/** `at` is when the step was reached; null for one that is still to come, and where nobody wrote it down. */
export type TimelineEntry<At> = { step: TimelineStep; state: StepState; at: At | null }

type Status = 'pending' | 'processing' | 'shipped' | 'delivered' | 'cancelled'

type TimelineOrder<At> = {
  status: Status
  placedAt: At
  paidAt: At | null
  /** All of its money went back. */
  refundedAt: At | null
  /** The courier is paid, so payment is no step of its own. */
  isPaidOnDelivery: boolean
  /** When it came to each status, oldest first; that it was placed as pending is none of them. */
  changes: readonly { status: Status; at: At }[]
}

const way = ['processing', 'shipped', 'delivered'] as const
const stepOf = { processing: 'packed', shipped: 'sent', delivered: 'delivered' } as const

/** The timeline of an order, in the order in which its steps happen. */
export function orderTimeline<At>(order: TimelineOrder<At>): TimelineEntry<At>[] {
  const { status, placedAt, paidAt, refundedAt, changes } = order
  const reachedAt = (wanted: Status) => changes.findLast((change) => change.status === wanted)?.at ?? null
  const received: TimelineEntry<At> = { step: 'received', state: 'done', at: placedAt }
  const paid: TimelineEntry<At>[] = paidAt === null ? [] : [{ step: 'paid', state: 'done', at: paidAt }]
  if (refundedAt !== null) return [received, { step: 'refunded', state: 'now', at: refundedAt }]
  if (status === 'cancelled') return [received, ...paid, { step: 'cancelled', state: 'now', at: reachedAt(status) }]

  const stands = way.indexOf(status as (typeof way)[number])
  const onTheWay = way.map((each, index): TimelineEntry<At> => {
    if (index > stands) return { step: stepOf[each], state: 'next', at: null }
    const isNow = index === stands && each !== 'delivered'
    return { step: stepOf[each], state: isNow ? 'now' : 'done', at: reachedAt(each) }
  })
  if (order.isPaidOnDelivery) {
    return [{ ...received, state: stands < 0 ? 'now' : 'done' }, ...onTheWay]
  }
  const unpaid: TimelineEntry<At> = { step: 'paid', state: stands < 0 ? 'now' : 'next', at: null }
  // Money has come, and the shop has not begun yet.
  if (paidAt !== null && stands < 0) return [received, { step: 'paid', state: 'now', at: paidAt }, ...onTheWay]
  return [received, ...(paidAt === null ? [unpaid] : paid), ...onTheWay]
}
