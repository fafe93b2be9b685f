import { placeOrderInput, quote, quoteInput } from '@marashi/domain/contracts/checkout'
import { orderReceipt } from '@marashi/domain/contracts/orders'
import { router, shopperProcedure } from '../../kernel/trpc.ts'
import { placeOrder } from './place-order.ts'
import { quoteCart } from './quote-cart.ts'

export const checkoutRouter = router({
  quote: shopperProcedure
    .meta({
      openapi: { method: 'POST', path: '/checkout/quote', tags: ['Checkout'], summary: 'What a cart costs now' },
    })
    .input(quoteInput)
    .output(quote)
    .query(({ ctx, input }) => quoteCart(ctx, input)),

  placeOrder: shopperProcedure
    .meta({
      openapi: { method: 'POST', path: '/orders', tags: ['Checkout'], summary: 'Place an order' },
      status: 201,
      isNeverShed: true,
    })
    .input(placeOrderInput)
    .output(orderReceipt)
    .mutation(({ ctx, input }) => placeOrder(ctx, input)),
})
