import type { PaymentListQuery } from '@marashi/domain/contracts/admin-payments'
import { asNairobiTime } from '../../../db/sql.ts'
import type { Context } from '../../../http/context.ts'
import { reference } from './payment-row.ts'
import { paymentMatches } from './payment-search.ts'

const BATCH = 1_000

export type PaymentFilter = Pick<PaymentListQuery, 'search' | 'method' | 'status'>

/** One line of the books; amounts in shillings with two decimals, as text. */
export type PaymentLine = Record<(typeof paymentExportColumns)[number], string | null>

export const paymentExportColumns = [
  'id',
  'order',
  'created',
  'method',
  'amount',
  'currency',
  'status',
  'reference',
  'transactionId',
  'fee',
  'refunded',
  'completed',
  'surplus',
  'attention',
  'failure',
] as const

/** Every payment that the list would show under the same filters, newest first, in batches (as orders/export-orders.ts). */
export async function* exportPayments(
  { em }: Pick<Context, 'em'>,
  filter: PaymentFilter,
): AsyncGenerator<PaymentLine[]> {
  const matches = paymentMatches(filter)
  let last: { id: string; at: string } | undefined
  for (;;) {
    const rows: (PaymentLine & { id: string; at: string })[] = await em.execute(
      `with matches as (${matches.sql}), page as (
         select id from matches ${last ? 'where (created_at, id) < (?, ?)' : ''} order by created_at desc, id desc limit ${BATCH})
       select p.id, p.created_at::text as at, o.order_number as "order", ${asNairobiTime('p.created_at')} as created,
              p.payment_method as method, p.amount::text as amount, p.currency, p.status, ${reference} as reference,
              p.transaction_id as "transactionId", p.processing_fee::text as fee, p.refunded_amount::text as refunded,
              ${asNairobiTime('p.completed_at')} as completed, case when p.is_surplus then 'yes' end as surplus, p.attention,
              p.failure_reason as failure
       from page join payments p using (id) join orders o on o.id = p.order_id
       order by p.created_at desc, p.id desc`,
      [...matches.values, ...(last ? [last.at, last.id] : [])],
    )
    yield rows
    last = rows.at(-1)
    if (rows.length < BATCH) return
  }
}
