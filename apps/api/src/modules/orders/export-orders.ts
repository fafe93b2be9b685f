import type { OrderExportQuery } from '@marashi/domain/contracts/admin-orders'
import { type Expression, sql } from 'kysely'
import { db, nairobiSecond } from '../../db/db.ts'
import { isAfter, placeTime, READ_BATCH, readInBatches } from '../../db/read-in-batches.ts'
import type { Context } from '../../http/context.ts'
import { orderMatches } from './list-orders.ts'
import { isInView } from './order-view.ts'
import { refundedOfOrder } from './refunded-of-order.ts'

/** One order in the file; amounts in shillings with two decimals, as text. */
type OrderLine = Record<(typeof orderExportColumns)[number], string | null>

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
  'discount',
  'delivery',
  'total',
  'currency',
  'method',
  'paid',
  'mpesaReceipt',
  'cardPayment',
  'refunded',
] as const

/** Every order that the list would show under the same filters, or the chosen ones of them, newest first, in batches. */
export async function* exportOrders(
  { em }: Pick<Context, 'em'>,
  { status, orders: chosen, ...filter }: OrderExportQuery,
): AsyncGenerator<OrderLine[]> {
  const matches = await orderMatches(em, filter)
  yield* readInBatches((after) =>
    db(em)
      .selectFrom('orders as o')
      .where('o.deleted_at', 'is', null)
      .where(isInView(status))
      .where(({ and }) => matches ?? and([]))
      .$if(chosen !== undefined, (all) => all.where('o.id', '=', sql<string>`any(${chosen}::uuid[])`))
      .where(({ ref }) => isAfter(after, ref('o.created_at'), ref('o.id')))
      .select(({ ref, selectFrom }) => [
        'o.id',
        placeTime(ref('o.created_at')).as('createdAt'),
        'o.order_number as number',
        nairobiSecond(ref('o.created_at')).as('placed'),
        'o.status',
        'o.customer_name as customer',
        'o.customer_phone as phone',
        'o.customer_email as email',
        'o.delivery_address as address',
        selectFrom('delivery_places as d').whereRef('d.id', '=', 'o.delivery_location').select('d.name').as('location'),
        selectFrom('order_items as i')
          .whereRef('i.order_id', '=', 'o.id')
          .select(({ ref }) => itemsAsText(ref('i.quantity'), ref('i.product_name'), ref('i.position')).as('text'))
          .as('items'),
        decimals(ref('o.subtotal')).as('subtotal'),
        decimals(ref('o.discount')).as('discount'),
        decimals(ref('o.delivery_charge')).as('delivery'),
        decimals(ref('o.total')).as('total'),
        'o.currency',
        'o.payment_method as method',
        nairobiSecond(ref('o.paid_at')).as('paid'),
        'o.mpesa_receipt_number as mpesaReceipt',
        'o.stripe_payment_intent_id as cardPayment',
        decimals(refundedOfOrder).as('refunded'),
      ])
      .orderBy('o.created_at', 'desc')
      .orderBy('o.id', 'desc')
      .limit(READ_BATCH)
      .execute(),
  )
}

const itemsAsText = (quantity: Expression<number>, name: Expression<string>, position: Expression<number>) =>
  sql<string>`string_agg(${quantity} || ' x ' || ${name}, '; ' order by ${position})`

const decimals = (shillings: Expression<number>) => sql<string>`${shillings}::numeric(12, 2)::text`
