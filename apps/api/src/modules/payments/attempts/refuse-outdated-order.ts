import { type DeliveryLocation, deliveryFeeShillings } from '@marashi/domain/rules/delivery-fee'
import type { ShopSettings } from '@marashi/domain/rules/settings/groups'
import type { EntityManager } from '@mikro-orm/postgresql'
import { db } from '../../../db/db.ts'
import { orderOutdated } from '../settlement/payment-refusals.ts'

const QUOTED_AGAIN_AFTER_MS = 7 * 24 * 60 * 60_000

interface PayableOrder {
  id: string
  createdAt: Date
  deliveryLocation: DeliveryLocation
  subtotal: number
  discount: number
  total: number
}

/**
 * Nobody pays last month's prices: an order that is older than 7 days is quoted again before it is paid. Throws CONFLICT
 * where a product is gone, or a price or the delivery charge has changed. The administrator's own orders without lines keep their
 * total. See docs/behaviour.md#old-orders.
 */
export async function refuseOutdatedOrder(
  tx: EntityManager,
  order: PayableOrder,
  { settings: { delivery }, now }: { settings: ShopSettings; now: Date },
): Promise<void> {
  if (now.getTime() - order.createdAt.getTime() < QUOTED_AGAIN_AFTER_MS) return
  const lines = await db(tx)
    .selectFrom('order_items as line')
    .leftJoin('products as product', 'product.id', 'line.product_id')
    .where('line.order_id', '=', order.id)
    .select(['line.product_price as price', 'product.price as priceNow'])
    .execute()
  if (lines.length === 0) return
  const isSame = lines.every(({ price, priceNow }) => price === priceNow)
  const place = delivery.places.find(({ id }) => id === order.deliveryLocation)
  const deliveryCharge =
    place && deliveryFeeShillings(place, { subtotal: order.subtotal, freeDeliveryOver: delivery.freeOver })
  if (!isSame || deliveryCharge === undefined) throw orderOutdated()
  if (order.subtotal - order.discount + deliveryCharge !== order.total) throw orderOutdated()
}
