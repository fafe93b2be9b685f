import type { ErrorCode } from '@marashi/domain/contracts/errors'
import {
  confirmedPayment,
  confirmStripeInput,
  createPaymentIntentInput,
  mpesaAnswer,
  paymentIntent,
  paymentMethodsAnswer,
  paymentOrderInput,
  paymentStateAnswer,
  startMpesaInput,
} from '@marashi/domain/contracts/payments'
import { router, shopperProcedure } from '../../kernel/trpc.ts'
import { payOnDelivery } from './pay-on-delivery.ts'
import { cancelMpesaPayment } from './providers/mpesa/cancel-payment.ts'
import { resendMpesaPayment } from './providers/mpesa/resend-prompt.ts'
import { startMpesaPayment } from './providers/mpesa/start-payment.ts'
import { paymentMethodsOf } from './providers/payment-methods.ts'
import type {} from './providers/registry.ts'
import { cancelCardPayment } from './providers/stripe/cancel-payment.ts'
import { confirmStripePayment } from './providers/stripe/confirm-payment.ts'
import { createPaymentIntent } from './providers/stripe/create-payment-intent.ts'

const promptErrors: ErrorCode[] = [
  'NOT_FOUND',
  'MPESA_PHONE',
  'ORDER_CANCELLED',
  'NOTHING_TO_PAY',
  'MPESA_PROMPT_OPEN',
  'TOO_MANY_REQUESTS',
  'MPESA_NOT_CONFIGURED',
  'MPESA_BUSY',
  'MPESA_UNANSWERED',
]
/** While a card payment is open, Stripe decides what may be done with its order. */
const openCardErrors: ErrorCode[] = ['STILL_PROCESSING', 'PAYMENT_MISMATCH', 'CARD_NOT_CONFIGURED']

export const paymentsRouter = router({
  methods: shopperProcedure
    .meta({
      openapi: { method: 'GET', path: '/payments/methods', tags: ['Payments'], summary: 'Ways to pay that work now' },
    })
    .output(paymentMethodsAnswer)
    .query(({ ctx }) => paymentMethodsOf(ctx)),

  startMpesa: shopperProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/payments/mpesa/initiate',
        tags: ['Payments'],
        summary: 'Ask for an M-Pesa prompt',
      },
      errors: promptErrors,
    })
    .input(startMpesaInput)
    .output(mpesaAnswer)
    .mutation(({ ctx, input }) => startMpesaPayment(ctx, input)),

  resendMpesa: shopperProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/payments/mpesa/resend',
        tags: ['Payments'],
        summary: 'Send the M-Pesa prompt again',
      },
      errors: promptErrors,
    })
    .input(paymentOrderInput)
    .output(mpesaAnswer)
    .mutation(({ ctx, input }) => resendMpesaPayment(ctx, input)),

  cancelMpesa: shopperProcedure
    .meta({
      openapi: { method: 'POST', path: '/payments/mpesa/cancel', tags: ['Payments'], summary: 'Stop paying by M-Pesa' },
      errors: ['NOT_FOUND'],
    })
    .input(paymentOrderInput)
    .output(mpesaAnswer)
    .mutation(({ ctx, input }) => cancelMpesaPayment(ctx, input)),

  createIntent: shopperProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/create-payment-intent',
        tags: ['Payments'],
        summary: 'Prepare a card payment',
      },
      errors: ['NOT_FOUND', 'ORDER_PAID', 'ORDER_CANCELLED', 'NOTHING_TO_PAY', ...openCardErrors],
    })
    .input(createPaymentIntentInput)
    .output(paymentIntent)
    .mutation(({ ctx, input }) => createPaymentIntent(ctx, input)),

  confirmStripe: shopperProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/payments/stripe/confirm',
        tags: ['Payments'],
        summary: 'Have a card payment checked',
      },
      errors: ['NOT_FOUND', 'PAYMENT_REQUIRED', ...openCardErrors],
    })
    .input(confirmStripeInput)
    .output(confirmedPayment)
    .mutation(({ ctx, input }) => confirmStripePayment(ctx, input)),

  cancelStripe: shopperProcedure
    .meta({
      openapi: { method: 'POST', path: '/payments/stripe/cancel', tags: ['Payments'], summary: 'Stop paying by card' },
      errors: ['NOT_FOUND', ...openCardErrors],
    })
    .input(paymentOrderInput)
    .output(paymentStateAnswer)
    .mutation(({ ctx, input }) => cancelCardPayment(ctx, input)),

  payOnDelivery: shopperProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/payments/on-delivery',
        tags: ['Payments'],
        summary: 'Pay an order that stands to the courier instead',
      },
      errors: ['NOT_FOUND', 'ORDER_CANCELLED', ...openCardErrors],
    })
    .input(paymentOrderInput)
    .output(paymentStateAnswer)
    .mutation(({ ctx, input }) => payOnDelivery(ctx, input)),
})
