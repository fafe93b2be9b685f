import { randomUUID } from 'node:crypto'
import type { PlaceOrder, Quote } from '@marashi/domain/contracts/checkout'
import type { OrderReceipt } from '@marashi/domain/contracts/orders'
import { promiseAt } from '@marashi/domain/rules/delivery-promise'
import type { ShopSettings } from '@marashi/domain/rules/settings/groups'
import { heldUntil } from '@marashi/domain/rules/stock-hold'
import { sql } from 'kysely'
import { compileOnce } from '../../db/compile-once.ts'
import type { Context } from '../../http/context.ts'
import { type DeliveryBound, isWithinBound } from '../orders/limit-delivery-orders.ts'
import { receiptColumns } from '../orders/receipt-of-order.ts'
import { settingsOf } from '../shop-settings/settings-of.ts'
import { areAllInStock, lockStock } from './lock-stock.ts'

/**
 * Writes key, order and lines and takes the pieces, in one statement, which is one transaction and one round trip. Answers the
 * receipt; undefined when the key was taken (`on conflict do nothing` waits for the other transaction to end before it
 * decides), fewer pieces are left than the order asks for, or it is beyond its bound: then nothing is written. One that the owner
 * enters herself to be paid on delivery (`isOwners`) keeps its pieces without an end, and what she enters it as, where that is not
 * pending, is the first change of its status.
 */
export async function storeOrder(
  ctx: Pick<Context, 'em' | 'clock' | 'settings'>,
  { order }: PlaceOrder,
  quote: Quote,
  { claim, isOwners, bound }: Terms,
): Promise<OrderReceipt | undefined> {
  const now = ctx.clock()
  const settings = await settingsOf(ctx)
  const isOnDelivery = order.paymentMethod === 'manual'
  const [row] = await insertOrder(ctx.em, {
    id: randomUUID(),
    now,
    key: claim?.key ?? null,
    requestHash: claim?.requestHash ?? null,
    customerName: order.customerName,
    customerPhone: order.customerPhone,
    customerEmail: order.customerEmail ?? null,
    deliveryAddress: order.deliveryAddress,
    deliveryLocation: order.deliveryLocation,
    deliveryPromise: promiseOf(settings, order.deliveryLocation, now),
    deliveryCharge: quote.deliveryCharge,
    subtotal: quote.subtotal,
    discount: order.discount ?? 0,
    total: quote.total - (order.discount ?? 0),
    status: order.status,
    paymentMethod: order.paymentMethod,
    piecesHeldUntil: isOwners && isOnDelivery ? null : heldUntil(settings, { isOnDelivery, now }),
    lines: JSON.stringify(quote.items),
    mostWaiting: bound?.most,
    heldBeyond: bound?.heldBeyond,
  })
  return row && { ...row, items: quote.items.map(receiptLine) }
}

interface Terms {
  claim: { key: string; requestHash: string } | undefined
  isOwners: boolean
  /** Of a visitor's order that is to be paid on delivery. */
  bound: DeliveryBound | undefined
}

/** Null where the place promises nothing. */
function promiseOf({ delivery, hours }: ShopSettings, placeId: string, now: Date): string | null {
  const place = delivery.places.find(({ id }) => id === placeId)
  return (place && promiseAt(now, place, hours)) || null
}

interface NewOrder extends Omit<PlaceOrder['order'], 'customerEmail' | 'discount'> {
  id: string
  now: Date
  key: string | null
  requestHash: string | null
  customerEmail: string | null
  deliveryPromise: string | null
  discount: number
  piecesHeldUntil: Date | null
  /** The quote's lines as a JSON document. */
  lines: string
  /** With `heldBeyond` the order's bound, where it has one. */
  mostWaiting: number | undefined
  heldBeyond: Date | undefined
}

const orderColumns = [
  'id',
  'customer_name',
  'customer_phone',
  'customer_email',
  'delivery_address',
  'delivery_location',
  'delivery_promise',
  'delivery_charge',
  'subtotal',
  'discount',
  'total',
  'status',
  'payment_method',
  'pieces_held_until',
  'hold_ends_at',
  'created_at',
  'updated_at',
] as const

const lineColumns = [
  'order_id',
  'product_id',
  'variant_id',
  'product_name',
  'product_price',
  'quantity',
  'position',
  'taken',
] as const

const insertOrder = compileOnce((em, { id, now, key, mostWaiting, heldBeyond, ...order }: NewOrder) => {
  const isWithin =
    mostWaiting === undefined || heldBeyond === undefined
      ? sql<boolean>`true`
      : isWithinBound(em, { phone: order.customerPhone, most: mostWaiting, heldBeyond })
  return lockStock(em, order.lines)
    .with('claimed', (cte) =>
      cte
        .insertInto('order_keys')
        .columns(['key', 'request_hash', 'order_id', 'created_at'])
        .expression(
          sql`select given.key, ${order.requestHash}, ${id}::uuid, ${now}::timestamptz
              from (select ${key}::text as key) given where given.key is not null and ${areAllInStock} and ${isWithin}`,
        )
        .onConflict((conflict) => conflict.doNothing())
        .returning('key'),
    )
    .with('placed', (cte) =>
      cte
        .insertInto('orders')
        .columns(orderColumns)
        .expression(
          sql`select ${id}::uuid, ${order.customerName}, ${order.customerPhone}, ${order.customerEmail},
                     ${order.deliveryAddress}, ${order.deliveryLocation}, ${order.deliveryPromise}, ${order.deliveryCharge}::int,
                     ${order.subtotal}::numeric, ${order.discount}::int, ${order.total}::numeric, ${order.status}, ${order.paymentMethod},
                     ${order.piecesHeldUntil}::timestamptz, ${order.piecesHeldUntil}::timestamptz, ${now}::timestamptz, ${now}::timestamptz
              where case when ${key}::text is null then ${isWithin} else exists (select from claimed) end and ${areAllInStock}`,
        )
        .returningAll(),
    )
    .with('entered', (cte) =>
      cte
        .insertInto('order_status_changes')
        .columns(['order_id', 'status', 'changed_at'])
        .expression(
          sql`select placed.id, placed.status, ${now}::timestamptz from placed where placed.status <> 'pending'`,
        ),
    )
    .with('taken', (cte) =>
      cte
        .updateTable('variants as v')
        .from(['counted', 'placed'])
        .set(({ eb, ref }) => ({ stock_count: eb('v.stock_count', '-', ref('counted.quantity')), updated_at: now }))
        .whereRef('v.id', '=', 'counted.id')
        // One that is entered as cancelled would hold them for good: nobody cancels it any more.
        .where(sql<boolean>`${order.status}::text <> 'cancelled'`)
        .returning(['v.id', 'v.product_id', 'counted.quantity', 'v.stock_count']),
    )
    .with('noted', (cte) =>
      cte
        .insertInto('stock_changes')
        .columns(['variant_id', 'order_id', 'number', 'reason', 'pieces', 'count_after', 'occurred_at'])
        .expression(
          sql`select taken.id, placed.id, 1, 'ordered', -taken.quantity, taken.stock_count, ${now}::timestamptz
              from placed, taken`,
        ),
    )
    .with('lines', (cte) =>
      cte
        .insertInto('order_items')
        .columns(lineColumns)
        .expression(
          sql`select placed.id, line."productId", v.id, line."productName", line."productPrice", line.quantity,
                     line.position, coalesce(taken.quantity, 0)
              from placed, line
              left join variants v on v.product_id = line."productId" and v.position = 0
              left join taken on taken.id = v.id`,
        ),
    )
    .selectFrom('placed as o')
    .select(receiptColumns)
})

const receiptLine = ({ productId, productName, productPrice, quantity }: Quote['items'][number]) => ({
  productId,
  productName,
  productPrice,
  quantity,
})
