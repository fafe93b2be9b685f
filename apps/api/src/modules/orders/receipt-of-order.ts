import type { OrderReceipt } from '@marashi/domain/contracts/orders'
import { expressionBuilder, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { db, instant } from '../../db/db.ts'
import type { Context } from '../../http/context.ts'
import { notFound } from '../../shop-error.ts'
import type { Tables } from '../../tables.ts'

const { ref, selectFrom } = expressionBuilder<Tables & { o: Tables['orders'] }, 'o'>()

/** What the owner calls the place that the order `o` goes to; the table has every place that an order ever went to. */
export const placeNameOf = sql<string>`${selectFrom('delivery_places as d')
  .whereRef('d.id', '=', 'o.delivery_location')
  .select('d.name')}`.as('placeName')

/** The columns of a receipt, its lines left out, from `orders` as o. */
export const receiptColumns = [
  'o.id',
  'o.order_number as orderNumber',
  'o.page_secret as pageSecret',
  'o.customer_name as customerName',
  'o.customer_email as customerEmail',
  'o.customer_phone as customerPhone',
  'o.delivery_address as deliveryAddress',
  'o.delivery_location as deliveryLocation',
  placeNameOf,
  'o.delivery_promise as deliveryPromise',
  'o.delivery_charge as deliveryCharge',
  'o.subtotal',
  'o.discount',
  'o.total',
  'o.currency',
  'o.status',
  'o.payment_method as paymentMethod',
  instant(ref('o.created_at')).as('createdAt'),
] as const

/** The lines of the order `o`, as JSON. */
export const orderLines = jsonArrayFrom(
  selectFrom('order_items as i')
    .whereRef('i.order_id', '=', 'o.id')
    .select([
      'i.product_id as productId',
      'i.product_name as productName',
      'i.product_price as productPrice',
      'i.quantity',
    ])
    .orderBy('i.position'),
).as('items')

/** The stored order with its lines, as the one who placed it gets it back. Throws NOT_FOUND. */
export async function receiptOfOrder({ em }: Pick<Context, 'em'>, id: string): Promise<OrderReceipt> {
  const row = await db(em)
    .selectFrom('orders as o')
    .where('o.id', '=', id)
    .select(receiptColumns)
    .select(orderLines)
    .executeTakeFirst()
  if (!row) throw notFound('Order')
  return row
}
