import type { Quote, QuoteInput } from '@marashi/domain/contracts/checkout'
import { deliveryFeeShillings } from '@marashi/domain/rules/delivery-fee'
import { maxShillings } from '@marashi/domain/rules/money'
import { openPlaces } from '@marashi/domain/rules/settings/delivery'
import { mostPieces } from '@marashi/domain/rules/stock-count'
import { type Expression, sql } from 'kysely'
import { compileOnce } from '../../db/compile-once.ts'
import { db } from '../../db/db.ts'
import type { Context } from '../../http/context.ts'
import { ShopError } from '../../shop-error.ts'
import { settingsOf } from '../shop-settings/settings-of.ts'

/**
 * What the shop charges for a cart now, from its own catalogue and fees. Lines of one product are put together,
 * and of what is short there are as many pieces as are left.
 * A place that the shop does not deliver to now counts as the first one. Throws BAD_REQUEST for a cart beyond the largest order that can be stored, wherever it is delivered.
 */
export async function quoteCart(ctx: Pick<Context, 'em' | 'settings'>, input: QuoteInput): Promise<Quote> {
  const quantities = new Map<string, number>()
  for (const { productId, quantity } of input.items) {
    const key = productId.toLowerCase()
    quantities.set(key, (quantities.get(key) ?? 0) + quantity)
  }
  const ids = [...quantities.keys()]
  const rows = ids.length > 0 ? await pricesOf(ctx.em, { ids }) : []
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
  const charges = await chargesByPlace(ctx, subtotal)
  const byLocation = Object.fromEntries(charges)
  if (Object.values(byLocation).some(({ total }) => total > maxShillings))
    throw new ShopError('BAD_REQUEST', 'This order is too large to place online. Please contact us.')
  const chosen = charges.find(([id]) => id === input.deliveryLocation) ?? charges[0]
  if (!chosen) throw new Error('The shop delivers nowhere')
  const [deliveryLocation, charged] = chosen
  return { items, unavailable, shortages, deliveryLocation, subtotal, ...charged, byLocation }
}

type Charged = { deliveryCharge: number; total: number }

/** The fee and the total for every place that the shop delivers to now, in the owner's order. */
async function chargesByPlace(ctx: Pick<Context, 'settings'>, subtotal: number): Promise<[string, Charged][]> {
  const { delivery } = await settingsOf(ctx)
  return openPlaces(delivery.places).map((place) => {
    const deliveryCharge = deliveryFeeShillings(place, { subtotal, freeDeliveryOver: delivery.freeOver })
    return [place.id, { deliveryCharge, total: subtotal + deliveryCharge }]
  })
}

const pricesOf = compileOnce((em, { ids }: { ids: string[] }) =>
  db(em)
    .selectFrom('products as p')
    .innerJoin('variants as v', (join) => join.onRef('v.product_id', '=', 'p.id').on('v.position', '=', 0))
    .select(['p.id', 'p.name', 'p.price'])
    .select(({ ref }) => piecesLeft(ref('v.sold_out'), ref('v.stock_count')).as('left'))
    .where('p.id', 'in', ids),
)

/** What is left where pieces are not counted: more than any order asks for. */
const NOT_COUNTED = mostPieces

/** Pieces that can be ordered. */
const piecesLeft = (isSoldOut: Expression<boolean>, count: Expression<number | null>) =>
  sql<number>`case when ${isSoldOut} then 0 else coalesce(${count}, ${sql.lit(NOT_COUNTED)}) end`
