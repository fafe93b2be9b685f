import { type FaultPoint, faultPoints } from '@marashi/api/fault-points'

/** No fault point lies inside a push: the whole process is killed while Daraja delays its answer. */
export const FROM_OUTSIDE = 'push-sent (from outside)'
export type Point = FaultPoint | typeof FROM_OUTSIDE
export const killPoints: readonly Point[] = [...faultPoints, FROM_OUTSIDE]

const AFTER_WEBHOOK: readonly Point[] = ['webhook-settled', 'webhook-processed']

/** Only Stripe keeps a list of refunds. */
const CARD_REFUNDS: readonly Point[] = ['refunds-listed', 'refunds-reconciled']

/** No client of the run pays by hand. */
const PAID_BY_HAND: readonly Point[] = [
  'confirmation-stored',
  'transaction-kept',
  'transaction-booked',
  'transaction-placed',
]

/** At these the administrator gives the payment back once it has come. */
export const isRefund = (point: Point): boolean => point.startsWith('refund')

/** How the client of a kill pays: by card, by a prompt on a phone, or alternating from round to round. */
type Payer = 'card' | 'prompt' | 'alternating'

/** Attempts and webhooks are killed with every provider; the later points are the same for all. */
export function payersAt(point: Point): readonly Payer[] {
  if (PAID_BY_HAND.includes(point)) return []
  if (point.startsWith('confirm') || CARD_REFUNDS.includes(point)) return ['card']
  if (point === 'result-stored') return ['prompt']
  if (point.startsWith('refund')) return ['prompt', 'card']
  if (point.startsWith('order') || point === FROM_OUTSIDE) return ['prompt']
  return point.startsWith('settle') || AFTER_WEBHOOK.includes(point) ? ['alternating'] : ['prompt', 'card']
}

export interface Target {
  point: Point
  payer: Payer
}

export const nameOfTarget = ({ point, payer }: Target): string =>
  payersAt(point).length > 1 ? `${point} (${payer})` : point
