import type { Quote, QuoteInput } from '@marashi/domain/contracts/checkout'
import { type DeliveryLocation, deliveryFeeShillings } from '@marashi/domain/rules/delivery-fee'
import { compileOnce } from '../../db/compile-once.ts'
import { db } from '../../db/db.ts'
import type { Context } from '../../http/context.ts'
import { ShopError } from '../../shop-error.ts'

/** The largest order in whole shillings; the columns and the contracts hold no more. */
const MAX_TOTAL = 100_000_000

/**
 * What the shop charges for a cart now, from its own catalogue and fees. Lines of one product are put together.
 * Throws BAD_REQUEST for a cart beyond the largest order that can be stored, wherever it is delivered.
 */
export async function quoteCart({ em, env }: Pick<Context, 'em' | 'env'>, input: QuoteInput): Promise<Quote> {
  const quantities = new Map<string, number>()
  for (const { productId, quantity } of input.items) {
    const key = productId.toLowerCase()
    quantities.set(key, (quantities.get(key) ?? 0) + quantity)
  }
  const ids = [...quantities.keys()]
  const rows = ids.length > 0 ? await pricesOf(em, { ids }) : []
  const byId = new Map(rows.map((row) => [row.id, row]))
  const items: Quote['items'] = []
  const unavailable: string[] = []
  for (const [productId, quantity] of quantities) {
    const row = byId.get(productId)
    if (!row) unavailable.push(productId)
    else
      items.push({
        productId,
        productName: row.name,
        productPrice: row.price,
        quantity,
        lineTotal: row.price * quantity,
      })
  }
  const subtotal = items.reduce((sum, { lineTotal }) => sum + lineTotal, 0)
  const chargesTo = (location: DeliveryLocation) => {
    const deliveryCharge = deliveryFeeShillings(location, {
      subtotal,
      freeDeliveryOver: env.FREE_DELIVERY_OVER ?? null,
    })
    return { deliveryCharge, total: subtotal + deliveryCharge }
  }
  const byLocation = {
    embu: chargesTo('embu'),
    'nairobi-cbd': chargesTo('nairobi-cbd'),
    'nairobi-other': chargesTo('nairobi-other'),
  }
  if (Object.values(byLocation).some(({ total }) => total > MAX_TOTAL))
    throw new ShopError('BAD_REQUEST', 'This order is too large to place online. Please contact us.')
  const { deliveryLocation } = input
  return { items, unavailable, deliveryLocation, subtotal, ...byLocation[deliveryLocation], byLocation }
}

const pricesOf = compileOnce((em, { ids }: { ids: string[] }) =>
  db(em).selectFrom('products').select(['id', 'name', 'price']).where('id', 'in', ids),
)
