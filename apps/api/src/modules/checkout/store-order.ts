import { randomUUID } from 'node:crypto'
import type { PlaceOrder, Quote } from '@marashi/domain/contracts/checkout'
import type { OrderReceipt } from '@marashi/domain/contracts/orders'
import { sql } from 'kysely'
import { db } from '../../db/db.ts'
import type { Context } from '../../http/context.ts'
import { receiptColumns } from '../orders/receipt-of-order.ts'

/**
 * Writes key, order and lines in one statement, which is one transaction and one round trip. Answers the receipt, or
 * undefined when the key was taken: `on conflict do nothing` waits for the other transaction to end before it decides.
 */
export async function storeOrder(
  { em, clock }: Pick<Context, 'em' | 'clock'>,
  { order }: PlaceOrder,
  quote: Quote,
  claim: { key: string; requestHash: string } | undefined,
): Promise<OrderReceipt | undefined> {
  const id = randomUUID()
  const now = clock()
  const key = claim?.key ?? null
  const row = await db(em)
    .with('claimed', (cte) =>
      cte
        .insertInto('order_keys')
        .columns(['key', 'request_hash', 'order_id', 'created_at'])
        .expression(
          sql`select given.key, ${claim?.requestHash ?? null}, ${id}::uuid, ${now}::timestamptz
              from (select ${key}::text as key) given where given.key is not null`,
        )
        .onConflict((conflict) => conflict.doNothing())
        .returning('key'),
    )
    .with('placed', (cte) =>
      cte
        .insertInto('orders')
        .columns([
          'id',
          'customer_name',
          'customer_phone',
          'customer_email',
          'delivery_address',
          'delivery_location',
          'delivery_charge',
          'subtotal',
          'total',
          'status',
          'payment_method',
          'created_at',
          'updated_at',
        ])
        .expression(
          sql`select ${id}::uuid, ${order.customerName}, ${order.customerPhone}, ${order.customerEmail ?? null},
                     ${order.deliveryAddress}, ${order.deliveryLocation}, ${quote.deliveryCharge}::int,
                     ${quote.subtotal}::numeric, ${quote.total}::numeric, ${order.status}, ${order.paymentMethod},
                     ${now}::timestamptz, ${now}::timestamptz
              where ${key}::text is null or exists (select from claimed)`,
        )
        .returningAll(),
    )
    .with('lines', (cte) =>
      cte
        .insertInto('order_items')
        .columns(['order_id', 'product_id', 'product_name', 'product_price', 'quantity', 'position'])
        .expression(
          sql`select placed.id, line."productId", line."productName", line."productPrice", line.quantity, line.position
              from placed, rows from (jsonb_to_recordset(${JSON.stringify(quote.items)}::jsonb)
                as ("productId" uuid, "productName" text, "productPrice" int, quantity int)
              ) with ordinality as line ("productId", "productName", "productPrice", quantity, position)`,
        ),
    )
    .selectFrom('placed as o')
    .select(receiptColumns)
    .executeTakeFirst()
  return row && { ...row, items: quote.items.map(receiptLine) }
}

const receiptLine = ({ productId, productName, productPrice, quantity }: Quote['items'][number]) => ({
  productId,
  productName,
  productPrice,
  quantity,
})
