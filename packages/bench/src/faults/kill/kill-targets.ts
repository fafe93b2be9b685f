import { type FaultPoint, faultPoints } from '@marashi/api/fault-points'
import { buyWithCard, buyWithMpesa, type Client } from '../client.ts'
import { dispute, disputeCourses, payByCard } from '../disputes.ts'
import type { Fixture } from '../fixture.ts'
import { orderAndAwaitEmail } from '../order-and-await-email.ts'
import {
  buyAndBeAssigned,
  buyAndBeImported,
  buyAndBeUnassigned,
  buyAndTypeReceipt,
  buyByHand,
  checkToday,
} from '../pay-by-hand.ts'
import { cancelOrder, refundOrder } from '../refund-order.ts'
import { buyAndBeNoted, checkTodayOnce } from '../repeat-requests.ts'
import { dismissPoisoned } from '../set-aside.ts'

/** No fault point lies inside a push: the whole process is killed while Daraja delays its answer. */
export const FROM_OUTSIDE = 'push-sent (from outside)'
export type Point = FaultPoint | typeof FROM_OUTSIDE
export const killPoints: readonly Point[] = [...faultPoints, FROM_OUTSIDE]

const AFTER_WEBHOOK: readonly Point[] = ['webhook-settled', 'webhook-processed']
const CONFIRMATIONS: readonly Point[] = [
  'confirmation-stored',
  'transaction-kept',
  'transaction-booked',
  'transaction-placed',
]

/** Only Stripe keeps a list of refunds. */
const CARD_REFUNDS: readonly Point[] = ['refunds-listed', 'refunds-reconciled']

/** A job reaches these: it runs every few seconds, and half a minute after the process that had it was killed. */
const byJob = (point: Point): boolean =>
  point.startsWith('together') || point.startsWith('email') || point.startsWith('order-email')

export function reachWithinMs(point: Point): number {
  // Two kills in a row may strike this job, and each keeps it for half a minute.
  if (point.startsWith('order-email')) return 90_000
  return byJob(point) ? 60_000 : 30_000
}

/** What has to wait already when the shop is started: events that a killed shop has left. */
export const needsWaitingEvent = (point: Point): boolean => point.startsWith('together')

/** What the client of a kill does; `alternating` pays by card and by prompt from round to round. */
type Payer = 'card' | 'prompt' | 'alternating' | 'refunded' | keyof typeof others

/** Those that pay in another way than the checkout's, or after whose payment the administrator or a bank does something. */
const others = {
  'by-hand': buyByHand,
  'typed-receipt': buyAndTypeReceipt,
  assigned: buyAndBeAssigned,
  unassigned: buyAndBeUnassigned,
  imported: buyAndBeImported,
  noted: buyAndBeNoted,
  'checked-once': checkTodayOnce,
  'emailed-received': (fixture: Fixture, client: Client) => orderAndAwaitEmail(fixture, client, 'received'),
  'emailed-sent-out': (fixture: Fixture, client: Client) => orderAndAwaitEmail(fixture, client, 'sent-out'),
  async checked(fixture: Fixture, client: Client) {
    await buyWithCard(fixture, client)
    await checkToday(fixture, client)
  },
  async cancelled(fixture: Fixture, client: Client, round: number) {
    await (round % 2 === 1 ? buyWithCard : buyWithMpesa)(fixture, client)
    await cancelOrder(fixture, client)
  },
  async disputed(fixture: Fixture, client: Client, round: number) {
    const payment = await payByCard(fixture, client)
    const course = disputeCourses[round % disputeCourses.length]
    if (payment && course) dispute(fixture, payment.intentId, course)
  },
  async dismissed(fixture: Fixture, client: Client) {
    const payment = await payByCard(fixture, client)
    if (payment) await dismissPoisoned(fixture, payment.paymentId, client.leaves)
  },
} satisfies Record<string, (fixture: Fixture, client: Client, round: number) => Promise<unknown>>

/** Which of them reaches the points that begin so. */
const payersOf: readonly [string, readonly Payer[]][] = [
  ['order-email', ['emailed-received', 'emailed-sent-out']],
  ['claim', ['typed-receipt']],
  ['assign', ['assigned']],
  ['unassign', ['unassigned']],
  ['check', ['checked']],
  ['answer-before-note', ['checked-once']],
  ['answer', ['noted']],
  ['statement', ['imported']],
  ['cancel', ['cancelled']],
  ['dispute', ['disputed']],
  ['aside', ['dismissed']],
  ['dismiss', ['dismissed']],
  ['result-stored', ['refunded', 'typed-receipt']],
]

/** Attempts and webhooks are killed with every provider; the later points are the same for all. */
export function payersAt(point: Point): readonly Payer[] {
  if (CONFIRMATIONS.includes(point)) return ['by-hand']
  const [, payers] = payersOf.find(([begin]) => point.startsWith(begin)) ?? []
  if (payers) return payers
  if (byJob(point)) return ['prompt']
  if (point.startsWith('confirm') || CARD_REFUNDS.includes(point)) return ['card']
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

/** Does what reaches the target, and keeps trying until the client leaves. */
export async function act(fixture: Fixture, client: Client, { point, payer }: Target, round: number): Promise<void> {
  if (payer in others) return void (await others[payer as keyof typeof others](fixture, client, round))
  const paysByCard = payer === 'card' || (payer === 'alternating' && round % 2 === 1)
  await (paysByCard ? buyWithCard : buyWithMpesa)(fixture, client)
  if (payer === 'refunded' || point.startsWith('refund')) await refundOrder(fixture, client)
}
