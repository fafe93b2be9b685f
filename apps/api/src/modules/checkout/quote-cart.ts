import type { Quote, QuoteInput } from '@marashi/domain/contracts/checkout'
import { type DeliveryLocation, deliveryFeeShillings } from '@marashi/domain/rules/delivery-fee'
import { type Expression, sql } from 'kysely'
import { compileOnce } from '../../db/compile-once.ts'
import { db } from '../../db/db.ts'
import type { Context } from '../../http/context.ts'
import { ShopError } from '../../shop-error.ts'

/** The largest order in whole shillings; the columns and the contracts hold no more. */
const MAX_TOTAL = 100_000_000

/**
 * What the shop charges for a cart now, from its own catalogue and fees. Lines of one product are put together,
 * and of what is short there are as many pieces as are left.
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
  const shortages: Quote['shortages'] = []
  for (const [productId, asked] of quantities) {
    const row = byId.get(productId)
    const quantity = Math.min(asked, row?.left ?? 0)
    if (row && quantity < asked) shortages.push({ productId, productName: row.name, asked, left: quantity })
    if (!row || quantity === 0) unavailable.push(productId)
    else {
      const { name: productName, price: productPrice } = row
      items.push({ productId, productName, productPrice, quantity, lineTotal: productPrice * quantity })
    }
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
  return { items, unavailable, shortages, deliveryLocation, subtotal, ...byLocation[deliveryLocation], byLocation }
}

const pricesOf = compileOnce((em, { ids }: { ids: string[] }) =>
  db(em)
    .selectFrom('products as p')
    .innerJoin('variants as v', (join) => join.onRef('v.product_id', '=', 'p.id').on('v.position', '=', 0))
    .select(['p.id', 'p.name', 'p.price'])
    .select(({ ref }) => piecesLeft(ref('v.sold_out'), ref('v.stock_count')).as('left'))
    .where('p.id', 'in', ids),
)

/** Pieces that can be ordered; more than any order asks for where they are not counted. */
const piecesLeft = (isSoldOut: Expression<boolean>, count: Expression<number | null>) =>
  sql<number>`case when ${isSoldOut} then 0 else coalesce(${count}, 1000000) end`
