import { createHash, randomUUID } from 'node:crypto'
import { idempotencyKey as keyForm, type PlaceOrder, type Quote } from '@marashi/domain/contracts/checkout'
import type { OrderReceipt } from '@marashi/domain/contracts/orders'
import { sql } from 'kysely'
import { violatedConstraint } from '../../db/constraints.ts'
import { db } from '../../db/db.ts'
import { faultPoint } from '../../fault-points.ts'
import type { Context } from '../../http/context.ts'
import { ShopError } from '../../shop-error.ts'
import { receiptColumns, receiptOfOrder } from '../orders/receipt-of-order.ts'
import { quoteCart } from './quote-cart.ts'

/**
 * Stores an order at today's prices and answers it as stored. A known `Idempotency-Key` answers its first order again
 * (decisions 19).
 *
 * Throws UNAUTHORIZED where the order is one that only the administrator may place (decisions 20), CONFLICT with today's
 * quote where the shopper saw other prices (decisions 5), UNPROCESSABLE_CONTENT where the key belongs to another body,
 * BAD_REQUEST for a key that is no key, TOO_MANY_REQUESTS beyond the limit.
 */
export async function placeOrder(ctx: Context, input: PlaceOrder): Promise<OrderReceipt> {
  const key = idempotencyKey(ctx.caller.idempotencyKey)
  const requestHash = createHash('sha256').update(JSON.stringify(input)).digest('hex')
  const earlier = key && (await orderOfKey(ctx, key, requestHash))
  if (earlier) return earlier

  await refuseUnlessAllowed(ctx, input)
  const { deliveryLocation } = input.order
  const quoteNow = () => quoteCart(ctx, { deliveryLocation, items: input.items.map(quotedLine) })
  const quote = await quoteNow()
  refuseOldPrices(input, quote)
  await ctx.limitVisitor('orders', ctx.caller.address)

  faultPoint('order-before-storing')
  const placed = await store(ctx, input, quote, key ? { key, requestHash } : undefined).catch(
    async (error: unknown) => {
      // A product was deleted after the quote: the shopper is told what is left of the cart.
      if (violatedConstraint(error) === 'order_items_product_id_foreign') refuseOldPrices(input, await quoteNow())
      throw error
    },
  )
  faultPoint('order-stored')
  if (placed) return placed
  // The same key came twice at once: the other request has the order, and its transaction is over by now.
  const winner = key && (await orderOfKey(ctx, key, requestHash))
  if (!winner) throw new Error('An order was neither stored nor found under its key')
  return winner
}

function idempotencyKey(header: string | undefined): string | undefined {
  if (header === undefined) return undefined
  if (!keyForm.test(header)) {
    throw new ShopError('BAD_REQUEST', 'The Idempotency-Key must be 1 to 255 visible characters.')
  }
  return header
}

async function orderOfKey(ctx: Context, key: string, requestHash: string): Promise<OrderReceipt | undefined> {
  const [row]: { requestHash: string; orderId: string }[] = await ctx.em.execute(
    `select request_hash as "requestHash", order_id as "orderId" from order_keys where key = ?`,
    [key],
  )
  if (!row) return undefined
  if (row.requestHash !== requestHash) {
    throw new ShopError('UNPROCESSABLE_CONTENT', 'This Idempotency-Key was already used for another order.', {
      code: 'IDEMPOTENCY_KEY_REUSED',
    })
  }
  return await receiptOfOrder(ctx, row.orderId)
}

/** Orders without items and orders that start beyond `pending` are the administrator's. */
async function refuseUnlessAllowed(ctx: Context, { order, items }: PlaceOrder): Promise<void> {
  const isEmpty = items.length === 0
  if (!isEmpty && order.status === 'pending') return
  if (!(await ctx.isAdministrator())) {
    const sentence = isEmpty ? 'The order has no items.' : 'Only the shop may place an order with this status.'
    throw new ShopError('UNAUTHORIZED', sentence)
  }
  if (isEmpty && order.paymentMethod !== 'manual') {
    throw new ShopError('BAD_REQUEST', 'An order without items must be a manual one.', {
      fields: { items: 'The order has no items' },
    })
  }
}

const quotedLine = ({ productId, quantity }: PlaceOrder['items'][number]) => ({ productId, quantity })

/** Compares every amount that the shopper was shown with what the shop charges now. Names are the catalogue's own. */
function refuseOldPrices({ order, items }: PlaceOrder, quote: Quote): void {
  if (quote.unavailable.length > 0) {
    const sentence = 'Some products in the cart are no longer available. Please check your cart.'
    throw new ShopError('CONFLICT', sentence, { code: 'PRODUCT_UNAVAILABLE', quote })
  }
  const priceNow = new Map(quote.items.map((line) => [line.productId, line.productPrice]))
  const isSame =
    items.every((line) => priceNow.get(line.productId.toLowerCase()) === line.productPrice) &&
    order.subtotal === quote.subtotal &&
    order.deliveryCharge === quote.deliveryCharge &&
    order.total === quote.total
  if (!isSame) {
    throw new ShopError('CONFLICT', 'Prices have changed since you filled your cart. Please check the new total.', {
      code: 'PRICE_CHANGED',
      quote,
    })
  }
}

/**
 * Writes key, order and lines in one statement, which is one transaction and one round trip. Answers the receipt, or
 * undefined when the key was taken: `on conflict do nothing` waits for a rival transaction to end before it decides.
 */
async function store(
  ctx: Context,
  { order }: PlaceOrder,
  quote: Quote,
  claim: { key: string; requestHash: string } | undefined,
): Promise<OrderReceipt | undefined> {
  const id = randomUUID()
  const now = ctx.clock()
  const key = claim?.key ?? null
  const row = await db(ctx.em)
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
