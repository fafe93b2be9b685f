import { z } from 'zod'
import { paymentStates } from './orders.ts'
import { cleanText, id, shillings } from './primitives.ts'

const orderIdOf = (message: string) => z.string({ error: message }).min(1, message).pipe(id)

/** `POST /api/payments/mpesa/initiate`. The phone is checked by rules/kenyan-phone, whose problems have words of their own. */
export const startMpesaInput = z.strictObject({
  orderId: orderIdOf('Order ID is required'),
  phone: cleanText().max(30),
})
export type StartMpesa = z.infer<typeof startMpesaInput>

/** The order whose payment is sent again, cancelled or to be made another way. */
export const paymentOrderInput = z.strictObject({ orderId: orderIdOf('Order ID is required') })
export type PaymentOrder = z.infer<typeof paymentOrderInput>

/** What the shopper reads after asking for a prompt, sending it again or cancelling it. */
export const mpesaAnswer = z.object({ customerMessage: z.string() }).meta({ id: 'MpesaAnswer' })
export type MpesaAnswer = z.infer<typeof mpesaAnswer>

/** `POST /api/create-payment-intent`. The amount is the client's opinion; the order's own total is what counts. */
export const createPaymentIntentInput = z.strictObject({
  orderId: orderIdOf('Order ID is required'),
  amount: z.number().optional().meta({ description: 'Kenyan shillings; the order’s own total is what is charged' }),
})
export type CreatePaymentIntent = z.infer<typeof createPaymentIntentInput>

export const paymentIntent = z.object({ clientSecret: z.string() }).meta({ id: 'PaymentIntent' })

/** `POST /api/payments/stripe/confirm` (specification §5). */
export const confirmStripeInput = z.strictObject({
  orderId: orderIdOf('Order ID is required'),
  paymentIntentId: z
    .string({ error: 'Payment Intent ID is required' })
    .min(1, 'Payment Intent ID is required')
    .max(255)
    .regex(/^[\w-]+$/, 'Not a payment intent id'),
})
export type ConfirmStripe = z.infer<typeof confirmStripeInput>

/** How the order's money stands after the shopper has turned to another way to pay: `paid` when money was quicker. */
export const paymentStateAnswer = z.object({ state: z.enum(paymentStates) }).meta({ id: 'PaymentState' })
export type PaymentStateAnswer = z.infer<typeof paymentStateAnswer>

export const confirmedPayment = z.object({ orderId: id }).meta({ id: 'ConfirmedPayment' })

/** How a shopper can pay here; decides which methods the checkout offers. */
export const paymentMethodsAnswer = z
  .object({
    mpesa: z
      .object({
        isDemo: z.boolean().meta({ description: 'Payments go to a simulated phone' }),
        maxShillings: shillings,
        demoPhoneUrl: z.string().nullable(),
      })
      .nullable(),
    card: z.object({ publishableKey: z.string(), minShillings: shillings }).nullable(),
  })
  .meta({ id: 'PaymentMethods' })
export type PaymentMethods = z.infer<typeof paymentMethodsAnswer>
