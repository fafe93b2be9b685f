import type { OrderListQuery } from '@marashi/domain/contracts/admin-orders'
import { type Expression, sql } from 'kysely'
import { db, nairobiTime } from '../../db/db.ts'
import type { Context } from '../../http/context.ts'
import { orderSearch } from './order-search.ts'
import { isInView } from './order-view.ts'

const BATCH = 1_000

export type OrderFilter = Pick<OrderListQuery, 'search' | 'status'>

/** One order in the file; amounts in shillings with two decimals, as text. */
export type OrderLine = Record<(typeof orderExportColumns)[number], string | null>

export const orderExportColumns = [
  'number',
  'placed',
  'status',
  'customer',
  'phone',
  'email',
  'address',
  'location',
  'items',
  'subtotal',
  'delivery',
  'total',
  'currency',
  'method',
  'paid',
  'mpesaReceipt',
  'cardPayment',
] as const

/**
 * Every order that the list would show under the same filters, newest first, a thousand at a time. Each batch is a
 * statement of its own that begins after the last order of the one before: a slow download holds no transaction open.
 */
export async function* exportOrders(
  { em }: Pick<Context, 'em'>,
  { search, status }: OrderFilter,
): AsyncGenerator<OrderLine[]> {
  const matches = await orderSearch(em, search)
  const lines = db(em)
    .selectFrom('orders as o')
    .where('o.deleted_at', 'is', null)
    .where(isInView(status))
    .where(({ and }) => matches ?? and([]))
    .select(({ ref, selectFrom }) => [
      'o.id',
      sql<string>`${ref('o.created_at')}::text`.as('at'),
      'o.order_number as number',
      nairobiTime(ref('o.created_at')).as('placed'),
      'o.status',
      'o.customer_name as customer',
      'o.customer_phone as phone',
      'o.customer_email as email',
      'o.delivery_address as address',
      'o.delivery_location as location',
      selectFrom('order_items as i')
        .whereRef('i.order_id', '=', 'o.id')
        .select(({ ref }) =>
          sql<string>`string_agg(${ref('i.quantity')} || ' x ' || ${ref('i.product_name')}, '; ' order by ${ref('i.position')})`.as(
            'text',
          ),
        )
        .as('items'),
      decimals(ref('o.subtotal')).as('subtotal'),
      decimals(ref('o.delivery_charge')).as('delivery'),
      decimals(ref('o.total')).as('total'),
      'o.currency',
      'o.payment_method as method',
      nairobiTime(ref('o.paid_at')).as('paid'),
      'o.mpesa_receipt_number as mpesaReceipt',
      'o.stripe_payment_intent_id as cardPayment',
    ])
    .orderBy('o.created_at', 'desc')
    .orderBy('o.id', 'desc')
    .limit(BATCH)
  for (let batch = await lines.execute(); ; ) {
    yield batch
    const last = batch.at(-1)
    if (!last || batch.length < BATCH) return
    batch = await lines
      .where(({ eb, refTuple, tuple }) =>
        eb(refTuple('o.created_at', 'o.id'), '<', tuple(sql<Date>`${last.at}::timestamptz`, last.id)),
      )
      .execute()
  }
}

const decimals = (shillings: Expression<number>) => sql<string>`${shillings}::numeric(12, 2)::text`
