import type { OrderListQuery } from '@marashi/domain/contracts/admin-orders'
import { asNairobiTime } from '../../db/sql.ts'
import type { Context } from '../../http/context.ts'
import { orderSearch } from './order-search.ts'
import { columnOfView } from './order-view.ts'

const BATCH = 1_000

export type OrderFilter = Pick<OrderListQuery, 'search' | 'status'>

/** One line of the books; amounts in shillings with two decimals, as text. */
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
  const found = await orderSearch(em, search)
  let last: { id: string; at: string } | undefined
  for (;;) {
    const conditions = [
      'o.deleted_at is null',
      found?.sql,
      status && `o.${columnOfView(status)} = ?`,
      last && '(o.created_at, o.id) < (?, ?)',
    ]
    const values = [...(found?.values ?? []), ...(status ? [status] : []), ...(last ? [last.at, last.id] : [])]
    const rows: (OrderLine & { id: string; at: string })[] = await em.execute(
      `select o.id, o.created_at::text as at, o.order_number as number, ${asNairobiTime('o.created_at')} as placed, o.status,
              o.customer_name as customer, o.customer_phone as phone, o.customer_email as email,
              o.delivery_address as address, o.delivery_location as location,
              (select string_agg(i.quantity || ' x ' || i.product_name, '; ' order by i.position) from order_items i
               where i.order_id = o.id) as items,
              o.subtotal::numeric(12,2)::text as subtotal, o.delivery_charge::numeric(12,2)::text as delivery,
              o.total::numeric(12,2)::text as total, o.currency, o.payment_method as method,
              ${asNairobiTime('o.paid_at')} as paid, o.mpesa_receipt_number as "mpesaReceipt",
              o.stripe_payment_intent_id as "cardPayment"
       from orders o where ${conditions.filter(Boolean).join(' and ')}
       order by o.created_at desc, o.id desc limit ${BATCH}`,
      values,
    )
    yield rows
    last = rows.at(-1)
    if (rows.length < BATCH) return
  }
}
