import { randomUUID } from 'node:crypto'
import type { PlaceOrder, Quote } from '@marashi/domain/contracts/checkout'
import type { OrderReceipt } from '@marashi/domain/contracts/orders'
import { sql } from 'kysely'
import { compileOnce } from '../../db/compile-once.ts'
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
  const [row] = await insertOrder(em, {
    id: randomUUID(),
    now: clock(),
    key: claim?.key ?? null,
    requestHash: claim?.requestHash ?? null,
    customerName: order.customerName,
    customerPhone: order.customerPhone,
    customerEmail: order.customerEmail ?? null,
    deliveryAddress: order.deliveryAddress,
    deliveryLocation: order.deliveryLocation,
    deliveryCharge: quote.deliveryCharge,
    subtotal: quote.subtotal,
    total: quote.total,
    status: order.status,
    paymentMethod: order.paymentMethod,
    lines: JSON.stringify(quote.items),
  })
  return row && { ...row, items: quote.items.map(receiptLine) }
}

interface NewOrder extends Omit<PlaceOrder['order'], 'customerEmail'> {
  id: string
  now: Date
  key: string | null
  requestHash: string | null
  customerEmail: string | null
  /** The quote's lines as a JSON document. */
  lines: string
}

const insertOrder = compileOnce((em, { id, now, key, ...order }: NewOrder) =>
  db(em)
    .with('claimed', (cte) =>
      cte
        .insertInto('order_keys')
        .columns(['key', 'request_hash', 'order_id', 'created_at'])
        .expression(
          sql`select given.key, ${order.requestHash}, ${id}::uuid, ${now}::timestamptz
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
          sql`select ${id}::uuid, ${order.customerName}, ${order.customerPhone}, ${order.customerEmail},
                     ${order.deliveryAddress}, ${order.deliveryLocation}, ${order.deliveryCharge}::int,
                     ${order.subtotal}::numeric, ${order.total}::numeric, ${order.status}, ${order.paymentMethod},
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
              from placed, rows from (jsonb_to_recordset(${order.lines}::jsonb)
                as ("productId" uuid, "productName" text, "productPrice" int, quantity int)
              ) with ordinality as line ("productId", "productName", "productPrice", quantity, position)`,
        ),
    )
    .selectFrom('placed as o')
    .select(receiptColumns),
)

const receiptLine = ({ productId, productName, productPrice, quantity }: Quote['items'][number]) => ({
  productId,
  productName,
  productPrice,
  quantity,
})
