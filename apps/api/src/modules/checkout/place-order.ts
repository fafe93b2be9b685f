import { createHash } from 'node:crypto'
import type { PlaceOrder, Quote } from '@marashi/domain/contracts/checkout'
import type { OrderReceipt } from '@marashi/domain/contracts/orders'
import { placeName } from '@marashi/domain/rules/delivery-fee'
import type { PlaceSetting } from '@marashi/domain/rules/settings/delivery'
import { compileOnce } from '../../db/compile-once.ts'
import { violatedConstraint } from '../../db/constraints.ts'
import { isDeadlock } from '../../db/database-failure.ts'
import { db } from '../../db/db.ts'
import { faultPoint } from '../../fault-points.ts'
import type { Context } from '../../http/context.ts'
import { readIdempotencyKey } from '../../http/repeats/request-claim.ts'
import { ShopError } from '../../shop-error.ts'
import { deliveryBound, refusalBeyond } from '../orders/limit-delivery-orders.ts'
import { onOrderPool } from '../orders/order-pool.ts'
import { receiptOfOrder } from '../orders/receipt-of-order.ts'
import { isMethodDisabled, methodDisabled } from '../shop-settings/refuse-disabled-method.ts'
import { settingsOf } from '../shop-settings/settings-of.ts'
import { quoteCart } from './quote-cart.ts'
import { storeOrder } from './store-order.ts'

interface OrderContext extends Context {
  /** Of what was sent, of which the contract of another version may make something else. */
  requestHash: string
}

/**
 * Stores an order at today's prices and answers it as stored. A known `Idempotency-Key` answers its first order again:
 * docs/behaviour.md#order-idempotency.
 *
 * Throws BAD_REQUEST, FORBIDDEN or UNAUTHORIZED where only the administrator may place such an order
 * (docs/behaviour.md#orders-of-the-administrator), CONFLICT with today's quote where the shopper saw other prices or the
 * place is off or fewer pieces are left, UNPROCESSABLE_CONTENT where the
 * key belongs to another body or the owner has switched the payment method off, BAD_REQUEST for a malformed key, TOO_MANY_REQUESTS beyond the limit.
 */
export async function placeOrder(ctx: OrderContext, input: PlaceOrder): Promise<OrderReceipt> {
  const key = await orderKeyOf(ctx)
  const { requestHash } = ctx
  const hashes = [requestHash, hashBefore(input)]
  const earlier = key && (await orderOfKey(ctx, key, hashes))
  if (earlier) return earlier
  // Not sooner: who is told that it was too often takes it that no order was stored.
  await ctx.limitRequests('quotes')

  await refuseUnlessAllowed(ctx, input)
  const { deliveryLocation } = input.order
  const { places } = (await settingsOf(ctx)).delivery
  const on = onOrderPool(ctx)
  const quoteNow = () => quoteCart(on, { deliveryLocation, items: input.items.map(quotedLine) })
  const claim = key ? { key, requestHash } : undefined
  const terms = { claim, isOwners: await ctx.isAdministrator(), bound: await boundOf(ctx, input) }
  for (let tries = 1; ; tries++) {
    const [quote, tooMany] = await Promise.all([
      quoteNow(),
      terms.bound && refusalBeyond({ ...on, log: ctx.log }, terms.bound),
    ])
    const refusal = differenceFrom(quote, input, places) ?? tooMany
    if (!refusal) {
      if (tries === 1) {
        await ctx.limitVisitor('orders')
        await ctx.limitKey('ordersOfKey')
      }
      faultPoint('order-before-storing')
      const placed = await storeOrder(on, input, quote, terms).catch(async (error: unknown) => {
        // PostgreSQL ended this statement so that somebody else's goes on; nothing of it is stored.
        if (isDeadlock(error) && tries < MOST_TRIES) return undefined
        // A product was deleted after the quote: the shopper is told what is left of the cart.
        if (!deletedMeanwhile.has(violatedConstraint(error) ?? '')) throw error
        throw differenceFrom(await quoteNow(), input, places) ?? error
      })
      faultPoint('order-stored')
      if (placed) return placed
    }
    // The same key came twice at once: the other request has stored the order, maybe with the last pieces.
    const winner = key && (await orderOfKey(ctx, key, hashes))
    if (winner) return winner
    if (refusal) throw refusal
    // Somebody else was quicker or in the way; what was given back, or has stopped to wait, since then may be enough.
    if (tries === MOST_TRIES) throw soldMeanwhile(await quoteNow())
  }
}

const MOST_TRIES = 3

/**
 * What an order's key is stored as. A key of the API has keys of its own, often the numbers of a till: neither another till nor a
 * visitor who guesses them may take them first. The blank is in no key that a header can hold.
 */
async function orderKeyOf(ctx: Context): Promise<string | undefined> {
  const key = readIdempotencyKey(ctx.caller.idempotencyKey)
  const apiKey = key === undefined ? undefined : await ctx.liveKey()
  return apiKey ? `key ${createHash('sha256').update(`${apiKey.id} ${key}`).digest('hex')}` : key
}

const boundOf = async (ctx: Context, { order }: PlaceOrder) =>
  order.paymentMethod === 'manual' ? await deliveryBound(ctx, order.customerPhone) : undefined

const deletedMeanwhile = new Set(['order_items_product_id_foreign', 'order_items_variant_id_foreign'])

const claimOf = compileOnce((em, { key }: { key: string }) =>
  db(em).selectFrom('order_keys').select(['request_hash as requestHash', 'order_id as orderId']).where('key', '=', key),
)

/** What earlier versions kept: the hash of what their contract made of the order. */
const hashBefore = (input: PlaceOrder) => createHash('sha256').update(JSON.stringify(input)).digest('hex')

async function orderOfKey(ctx: Context, key: string, hashes: readonly string[]): Promise<OrderReceipt | undefined> {
  const on = onOrderPool(ctx)
  const [row] = await claimOf(on.em, { key })
  if (!row) return undefined
  if (!hashes.includes(row.requestHash)) {
    throw new ShopError('UNPROCESSABLE_CONTENT', 'This Idempotency-Key was already used for another order.', {
      code: 'IDEMPOTENCY_KEY_REUSED',
    })
  }
  const receipt = await receiptOfOrder(on, row.orderId)
  ctx.markReplayed()
  return receipt
}

/** Orders without items, with a discount, beyond `pending` or by a way to pay that is switched off are the administrator's. */
async function refuseUnlessAllowed(ctx: Context, { order, items }: PlaceOrder): Promise<void> {
  const isEmpty = items.length === 0
  if (!isEmpty && order.status === 'pending' && !order.discount) {
    const isOff = isMethodDisabled(await settingsOf(ctx), order.paymentMethod)
    if (isOff && !(await ctx.mayDo('orders', 'write'))) throw methodDisabled()
    return
  }
  if (!(await ctx.mayDo('orders', 'write'))) throw await refusalOf(ctx, isEmpty)
  if ((order.discount ?? 0) > order.subtotal) {
    const message = 'The discount is more than the items cost.'
    throw new ShopError('BAD_REQUEST', message, { fields: { discount: message } })
  }
  if (isEmpty && order.paymentMethod !== 'manual') {
    throw new ShopError('BAD_REQUEST', 'An order without items must be a manual one.', {
      fields: { items: 'The order has no items' },
    })
  }
}

/** A session that has ended is told so: it may be the administrator, who only has to log in. */
async function refusalOf(ctx: Context, isEmpty: boolean): Promise<ShopError> {
  const { apiKey, sessionToken } = ctx.caller
  const isUnknown = apiKey === undefined ? sessionToken !== undefined : (await ctx.liveKey()) === undefined
  if (isUnknown) return new ShopError('UNAUTHORIZED', 'Please log in.')
  if (!isEmpty || apiKey !== undefined) {
    return new ShopError('FORBIDDEN', 'Only the shop may place an order without items, with this status or discount.')
  }
  const message = 'The order has no items.'
  return new ShopError('BAD_REQUEST', message, { fields: { items: message } })
}

const quotedLine = ({ productId, quantity }: PlaceOrder['items'][number]) => ({ productId, quantity })

/** What differs between what the shopper was shown and what can be ordered now. Names are not compared. */
function differenceFrom(
  quote: Quote,
  { order, items }: PlaceOrder,
  places: readonly PlaceSetting[],
): ShopError | undefined {
  if (quote.deliveryLocation !== order.deliveryLocation) {
    return placeIsOff(placeName(order.deliveryLocation, places), quote)
  }
  if (quote.unavailable.length > 0 || quote.shortages.length > 0) return soldMeanwhile(quote)
  const priceNow = new Map(quote.items.map((line) => [line.productId, line.productPrice]))
  const isSame =
    items.every((line) => priceNow.get(line.productId.toLowerCase()) === line.productPrice) &&
    order.subtotal === quote.subtotal &&
    order.deliveryCharge === quote.deliveryCharge &&
    order.total === quote.total - (order.discount ?? 0)
  if (isSame) return undefined
  return new ShopError('CONFLICT', 'Prices have changed since you filled your cart. Please check the new total.', {
    code: 'PRICE_CHANGED',
    quote,
  })
}

function placeIsOff(place: string, quote: Quote): ShopError {
  const message = `We do not deliver to ${place} at the moment. Please choose another place.`
  return new ShopError('CONFLICT', message, { code: 'PLACE_UNAVAILABLE', quote })
}

function soldMeanwhile(quote: Quote): ShopError {
  const message = 'Some products in the cart are no longer available. Please check your cart.'
  return new ShopError('CONFLICT', message, { code: 'PRODUCT_UNAVAILABLE', quote })
}
