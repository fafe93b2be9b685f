import type { OrderReceipt } from '@marashi/domain/contracts/orders'
import { asInstant } from '../../db/sql.ts'
import type { Context } from '../../http/context.ts'
import { notFound } from '../../shop-error.ts'

/** The columns of a receipt, its lines left out, from `orders` as o. */
export const receiptColumns = `
  o.id, o.order_number as "orderNumber", o.customer_name as "customerName", o.customer_email as "customerEmail",
  o.customer_phone as "customerPhone", o.delivery_address as "deliveryAddress",
  o.delivery_location as "deliveryLocation", o.delivery_charge as "deliveryCharge",
  o.subtotal::float8 as subtotal, o.total::float8 as total, o.currency, o.status,
  o.payment_method as "paymentMethod", ${asInstant('o.created_at')} as "createdAt"`

/** The lines of the order `o`, as JSON. */
export const orderLines = `
  (select coalesce(json_agg(json_build_object('productId', i.product_id, 'productName', i.product_name,
            'productPrice', i.product_price, 'quantity', i.quantity) order by i.position), '[]'::json)
   from order_items i where i.order_id = o.id)`

/** The stored order with its lines, as the one who placed it gets it back. Throws NOT_FOUND. */
export async function receiptOfOrder({ em }: Pick<Context, 'em'>, id: string): Promise<OrderReceipt> {
  const [row]: OrderReceipt[] = await em.execute(
    `select ${receiptColumns}, ${orderLines} as items from orders o where o.id = ?`,
    [id],
  )
  if (!row) throw notFound('Order')
  return row
}
