import {
  confirmedPayment,
  confirmStripeInput,
  createPaymentIntentInput,
  paymentIntent,
  paymentOrderInput,
  paymentStateAnswer,
} from '@marashi/domain/contracts/payments'
import { shopperProcedure } from '../../../../http/procedures.ts'
import { withdrawalErrors } from '../withdrawal-errors.ts'
import { cancelCardPayment } from './cancel-payment.ts'
import { confirmStripePayment } from './confirm-payment.ts'
import { createPaymentIntent } from './create-payment-intent.ts'

export const stripeProcedures = {
  createIntent: shopperProcedure
    .meta({
      errors: [
        'NOT_FOUND',
        'ORDER_PAID',
        'ORDER_CANCELLED',
        'ORDER_REFUNDED',
        'ORDER_OUTDATED',
        'ORDER_HAS_MONEY',
        'PRODUCT_UNAVAILABLE',
        'NOTHING_TO_PAY',
        'PAYMENT_METHOD_OFF',
        'CARD_NOT_CONFIGURED',
        'CARD_REFUSED',
        ...withdrawalErrors,
      ],
      limits: ['paymentSteps'],
      // It answers the order's open intent again, and no secret of Stripe's is stored.
      hasOwnRepeats: true,
      openapi: {
        method: 'POST',
        path: '/create-payment-intent',
        tags: ['Payments'],
        summary: 'Prepare a card payment',
      },
    })
    .input(createPaymentIntentInput)
    .output(paymentIntent)
    .mutation(({ ctx, input }) => createPaymentIntent(ctx, input)),

  confirmStripe: shopperProcedure
    .meta({
      errors: ['NOT_FOUND', 'PAYMENT_REQUIRED', 'CARD_NOT_CONFIGURED', ...withdrawalErrors],
      limits: ['cardConfirmations', 'cardChecks'],
      asksOthers: true,
      openapi: {
        method: 'POST',
        path: '/payments/stripe/confirm',
        tags: ['Payments'],
        summary: 'Have a card payment checked',
      },
    })
    .input(confirmStripeInput)
    .output(confirmedPayment)
    .mutation(({ ctx, input }) => confirmStripePayment(ctx, input)),

  cancelStripe: shopperProcedure
    .meta({
      areaOfKeys: 'orders',
      errors: ['NOT_FOUND', ...withdrawalErrors],
      limits: ['paymentSteps'],
      asksOthers: true,
      openapi: { method: 'POST', path: '/payments/stripe/cancel', tags: ['Payments'], summary: 'Stop paying by card' },
    })
    .input(paymentOrderInput)
    .output(paymentStateAnswer)
    .mutation(({ ctx, input }) => cancelCardPayment(ctx, input)),
}
