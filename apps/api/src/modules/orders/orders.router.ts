import { orderPageInput, orderPage as orderPageOutput } from '@marashi/domain/contracts/order-page'
import { orderId, paymentStatus as paymentStatusOutput } from '@marashi/domain/contracts/orders'
import { router, shopperProcedure } from '../../http/procedures.ts'
import { orderPage } from './order-page.ts'
import { onOrderPool } from './order-pool.ts'
import { paymentStatus } from './payment-status.ts'

export const ordersRouter = router({
  paymentStatus: shopperProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/orders/{id}/payment-status',
        tags: ['Orders'],
        summary: 'How an order’s payment stands',
      },
      errors: ['NOT_FOUND'],
    })
    .input(orderId)
    .output(paymentStatusOutput)
    .query(({ ctx, input }) => ctx.statusReads.run(ctx.caller.address, () => paymentStatus(onOrderPool(ctx), input))),

  page: shopperProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/order-pages/{secret}',
        tags: ['Orders'],
        summary: 'An order, for whoever has the link of its page',
      },
      errors: ['NOT_FOUND'],
      limitsOfVerb: ['orderPageGuesses'],
    })
    .input(orderPageInput)
    .output(orderPageOutput)
    .query(({ ctx, input }) => orderPage(ctx, input)),
})
