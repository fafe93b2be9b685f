import { paymentMethodsAnswer, paymentOrderInput, paymentStateAnswer } from '@marashi/domain/contracts/payments'
import { router, shopperProcedure } from '../../http/procedures.ts'
import { payOnDelivery } from './pay-on-delivery.ts'
import { paymentMethodsOf } from './providers/payment-methods.ts'
import { providerProcedures } from './providers/procedures.ts'
import type {} from './providers/registry.ts'
import { withdrawalErrors } from './providers/withdrawal-errors.ts'

export const paymentsRouter = router({
  methods: shopperProcedure
    .meta({
      openapi: { method: 'GET', path: '/payments/methods', tags: ['Payments'], summary: 'Ways to pay that work now' },
    })
    .output(paymentMethodsAnswer)
    .query(({ ctx }) => paymentMethodsOf(ctx)),

  ...providerProcedures,

  payOnDelivery: shopperProcedure
    .meta({
      areaOfKeys: 'orders',
      errors: [
        'NOT_FOUND',
        'ORDER_CANCELLED',
        'ORDER_REFUNDED',
        'ORDER_OUTDATED',
        'PRODUCT_UNAVAILABLE',
        'PAYMENT_METHOD_OFF',
        ...withdrawalErrors,
      ],
      limits: ['paymentSteps', 'deliveryOrdersOfShop'],
      asksOthers: true,
      openapi: {
        method: 'POST',
        path: '/payments/on-delivery',
        tags: ['Payments'],
        summary: 'Pay an order that stands to the courier instead',
      },
    })
    .input(paymentOrderInput)
    .output(paymentStateAnswer)
    .mutation(({ ctx, input }) => payOnDelivery(ctx, input)),
})
