import type { Attention } from '@marashi/domain/contracts/admin-payments'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { Context } from '../../../kernel/context.ts'
import { faultPoint } from '../../../kernel/fault-points.ts'
import { flawOf, refuse } from './find-doubts.ts'
import { gatewayResponse } from './gateway-response.ts'
import type { Evidence, Settlement } from './payment-outcome.ts'
import { recordEvent } from './record-event.ts'
import { markOrderPaid, mirrorUnpaidAttempt } from './sync-order.ts'

export interface SettledRow {
  id: string
  orderId: string
  paymentMethod: 'stripe' | 'mpesa'
  status: 'pending' | 'processing' | 'completed' | 'failed' | 'cancelled' | 'refunded'
  amount: number
  receipt: string | null
  attention: Attention | null
  /** The order as it stands, locked. */
  orderIsPaid: boolean
  orderStatus: string
  orderIsDeleted: boolean
  isLatestAttempt: boolean
  customerEmail: string | null
  orderTotal: number
  isSurplus: boolean
  isByHand: boolean
  /** Taken off the lists by the administrator; money brings it back. */
  isDeleted: boolean
}

type Deps = Pick<Context, 'em' | 'clock'>

/**
 * The only door that decides a payment: for callback, webhook, confirm, status query and administrator alike.
 *
 * Money outranks opinions: success may follow failed and cancelled, nothing but a refund follows completed (decisions 24).
 * Order and payment are locked in that order, so racing messages take turns and one wins; the others find the work done.
 * Money that is late, double or on a cancelled order is recorded and flagged. Evidence that does not fit the attempt
 * (another amount, a used receipt) settles nothing and is flagged.
 */
export async function settlePayment({ em, clock }: Deps, paymentId: string, evidence: Evidence): Promise<Settlement> {
  const settlement = await em.fork().transactional(async (tx) => {
    const payment = await lockForSettling(tx, paymentId)
    faultPoint('settle-locked')
    if (evidence.outcome !== 'succeeded') return await giveUp(tx, clock(), payment, evidence)
    return await complete(tx, clock(), payment, evidence)
  })
  faultPoint('settle-committed')
  return settlement
}

/** Locks a payment's order and then the payment, and answers both as they stand. */
export async function lockForSettling(tx: EntityManager, paymentId: string): Promise<SettledRow> {
  await tx.execute('select id from orders where id = (select order_id from payments where id = ?) for update', [
    paymentId,
  ])
  const [row]: SettledRow[] = await tx.execute(
    `select p.id, p.order_id as "orderId", p.payment_method as "paymentMethod", p.status, p.amount::float8 as amount,
            case when p.is_by_hand then coalesce(p.receipt_number, p.transaction_id)
                 else coalesce(p.mpesa_receipt_number, p.stripe_charge_id) end as receipt, p.attention,
            o.paid_at is not null as "orderIsPaid", o.status as "orderStatus",
            o.deleted_at is not null as "orderIsDeleted", o.customer_email as "customerEmail",
            o.total::float8 as "orderTotal", p.is_surplus as "isSurplus",
            p.is_by_hand as "isByHand", p.deleted_at is not null as "isDeleted",
            not exists (select from payments later where later.order_id = p.order_id and not later.is_by_hand and
              (later.created_at, later.id) > (p.created_at, p.id)) as "isLatestAttempt"
     from payments p join orders o on o.id = p.order_id where p.id = ? for update of p`,
    [paymentId],
  )
  if (!row) throw new Error(`There is no payment ${paymentId}`)
  return row
}

export type Success = Extract<Evidence, { outcome: 'succeeded' }>

async function complete(tx: EntityManager, now: Date, payment: SettledRow, evidence: Success): Promise<Settlement> {
  const attention = await flawOf(tx, payment, evidence)
  if (attention) return await refuse(tx, now, payment, { evidence, attention })
  if (payment.status === 'refunded') return { result: 'known', status: payment.status }
  if (payment.status === 'completed') return await confirmCompleted(tx, now, payment, evidence)
  return await markCompleted(tx, now, payment, evidence)
}

/** Books a locked payment as completed, on its order too unless that is paid already. */
export async function markCompleted(
  tx: EntityManager,
  now: Date,
  payment: SettledRow,
  evidence: Success,
): Promise<Settlement> {
  const isSurplus = payment.orderIsPaid
  await tx.execute(
    `update payments set status = 'completed', completed_at = ?, processed_at = ?, failed_at = null, failure_code = null,
       failure_reason = null, is_surplus = ?, attention = ?, next_query_at = null, updated_at = ?,
       deleted_at = null, refunded_amount = null, ${messageColumns(payment)}
     where id = ?`,
    [now, now, isSurplus, attentionOfSuccess(payment, evidence), now, ...messageValues(evidence), payment.id],
  )
  faultPoint('settle-payment-written')
  await recordEvent(tx, { now, payment, evidence, toStatus: 'completed' })
  faultPoint('settle-event-written')
  if (!isSurplus) await markOrderPaid(tx, now, payment, evidence.receipt ?? payment.receipt)
  faultPoint('settle-order-written')
  return { result: 'settled', status: 'completed' }
}

/** A callback may still bring the receipt to a payment that only a status query had proved. */
async function confirmCompleted(
  tx: EntityManager,
  now: Date,
  payment: SettledRow,
  evidence: Success,
): Promise<Settlement> {
  if (payment.receipt || !evidence.receipt) return { result: 'known', status: 'completed' }
  const attention = payment.attention === 'confirm-receipt' ? null : payment.attention
  await tx.execute(`update payments set attention = ?, updated_at = ?, ${messageColumns(payment)} where id = ?`, [
    attention,
    now,
    ...messageValues(evidence),
    payment.id,
  ])
  await tx.execute(
    `update orders set mpesa_receipt_number = ?, ${keepUnlessGiven('payment_gateway_response', '::jsonb')}, updated_at = ?
     where id = ? and mpesa_status = 'paid' and mpesa_receipt_number is null`,
    [payment.paymentMethod === 'mpesa' ? evidence.receipt : null, gatewayResponse(evidence), now, payment.orderId],
  )
  await recordEvent(tx, { now, payment, evidence: { ...evidence, note: 'receipt arrived' }, toStatus: 'completed' })
  return { result: 'known', status: 'completed' }
}

/** What a gateway's message brings; what it leaves out stays. */
const messageColumns = ({ paymentMethod }: SettledRow) =>
  `${keepUnlessGiven('gateway_response', '::jsonb')}, ${keepUnlessGiven('receipt_number')},
   ${keepUnlessGiven(paymentMethod === 'mpesa' ? 'mpesa_receipt_number' : 'stripe_charge_id')}`

const keepUnlessGiven = (column: string, cast = '') => `${column} = coalesce(?${cast}, ${column})`

const messageValues = (evidence: Success) => [
  gatewayResponse(evidence),
  evidence.receipt ?? null,
  evidence.receipt ?? null,
]

function attentionOfSuccess(payment: SettledRow, { source, receipt }: Success): Attention | null {
  if (payment.orderIsPaid) return 'paid-twice'
  if (payment.orderStatus === 'cancelled' || payment.orderIsDeleted) return 'order-cancelled'
  if (source === 'administrator') return payment.amount === payment.orderTotal ? null : 'amount-mismatch'
  if (payment.status === 'failed' || payment.status === 'cancelled' || payment.isDeleted) return 'late'
  if (source === 'query' && payment.paymentMethod === 'mpesa' && !receipt) return 'confirm-receipt'
  return null
}

type Failure = Extract<Evidence, { outcome: 'failed' | 'cancelled' }>

async function giveUp(tx: EntityManager, now: Date, payment: SettledRow, evidence: Failure): Promise<Settlement> {
  if (payment.status === 'pending' || payment.status === 'processing') {
    return await markGivenUp(tx, now, payment, evidence)
  }
  if (!isOpinion(evidence)) await tx.execute('update payments set next_query_at = null where id = ?', [payment.id])
  if (payment.status === evidence.outcome) return { result: 'known', status: payment.status }
  return { result: 'refused', reason: `already ${payment.status}` }
}

/** A prompt cannot be called back: what people say ends no payment at the gateway, which is asked all the same. */
const isOpinion = ({ source }: Failure) => source === 'shopper' || source === 'administrator'

/** Books a locked open attempt as failed or cancelled, on its order too. */
export async function markGivenUp(
  tx: EntityManager,
  now: Date,
  payment: SettledRow,
  evidence: Failure,
): Promise<Settlement> {
  await tx.execute(
    `update payments set status = ?, failed_at = ?, processed_at = ?, failure_code = ?, failure_reason = ?,
       next_query_at = case when ? then next_query_at end, ${keepUnlessGiven('gateway_response', '::jsonb')}, updated_at = ?
     where id = ?`,
    [
      evidence.outcome,
      now,
      now,
      evidence.code,
      evidence.reason,
      isOpinion(evidence),
      gatewayResponse(evidence),
      now,
      payment.id,
    ],
  )
  await recordEvent(tx, { now, payment, evidence, toStatus: evidence.outcome })
  await mirrorUnpaidAttempt(tx, now, payment, evidence)
  return { result: 'settled', status: evidence.outcome }
}
