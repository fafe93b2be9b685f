import { placeOrderHeaders, placeOrderInput, quote, quoteInput } from '@marashi/domain/contracts/checkout'
import { orderReceipt } from '@marashi/domain/contracts/orders'
import { router, shopperProcedure } from '../../http/procedures.ts'
import { hashOf } from '../../http/repeats/request-claim.ts'
import { placeOrder } from './place-order.ts'
import { quoteCart } from './quote-cart.ts'

export const checkoutRouter = router({
  quote: shopperProcedure
    .meta({
      openapi: { method: 'POST', path: '/checkout/quote', tags: ['Checkout'], summary: 'What a cart costs now' },
      limits: ['quotes'],
    })
    .input(quoteInput)
    .output(quote)
    .query(({ ctx, input }) => quoteCart(ctx, input)),

  placeOrder: shopperProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/orders',
        tags: ['Checkout'],
        summary: 'Place an order',
        requestHeaders: placeOrderHeaders,
        description:
          'Send the prices and totals that the shopper saw, in whole shillings: where one differs from what the shop charges now, nothing is stored and the answer holds today’s `quote`. An order without items, and one that does not begin as `pending`, is the administrator’s.',
      },
      readsSession: true,
      errors: [
        'UNAUTHORIZED',
        'PRICE_CHANGED',
        'PRODUCT_UNAVAILABLE',
        'PLACE_UNAVAILABLE',
        'IDEMPOTENCY_KEY_REUSED',
        'PAYMENT_METHOD_OFF',
      ],
      limits: ['orders', 'ordersOfKey', 'deliveryOrdersOfShop'],
      limitsOfVerb: ['quotes'],
      status: 201,
      isNeverShed: true,
      hasOwnRepeats: true,
    })
    .input(placeOrderInput)
    .output(orderReceipt)
    .use(async ({ getRawInput, next }) => next({ ctx: { requestHash: hashOf(await getRawInput()) } }))
    .mutation(({ ctx, input }) => placeOrder(ctx, input)),
})
