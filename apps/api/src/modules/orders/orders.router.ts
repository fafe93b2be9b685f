import { orderId, paymentStatus as paymentStatusOutput } from '@marashi/domain/contracts/orders'
import { router, shopperProcedure } from '../../http/procedures.ts'
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
    .query(({ ctx, input }) => paymentStatus(ctx, input)),
})
