import { z } from 'zod'
import { orderPaymentMethods } from './checkout.ts'
import { paymentStates } from './orders.ts'
import { cleanText, id, shillings } from './primitives.ts'

const NO_ORDER = 'Order ID is required'
const orderId = z.string({ error: NO_ORDER }).min(1, NO_ORDER).pipe(id)

/** Said of the phone that pays by M-Pesa, also where it is left out. See docs/behaviour.md#kenyan-phone-numbers. */
export const phoneRequired = 'Phone number required'

/** `POST /api/payments/mpesa/initiate`. `rules/kenyan-phone.ts` checks the phone, with messages of its own. */
export const startMpesaInput = z.strictObject({
  orderId,
  phone: cleanText(phoneRequired).max(30, 'Invalid phone number'),
})
export type StartMpesa = z.infer<typeof startMpesaInput>

/** The order whose prompt is sent again, whose payment is cancelled or made in another way. */
export const paymentOrderInput = z.strictObject({ orderId })
export type PaymentOrder = z.infer<typeof paymentOrderInput>

/** How an order that its shopper cancelled is to be paid. */
export const payAnotherWayInput = z.strictObject({
  orderId,
  paymentMethod: z.enum(orderPaymentMethods),
})
export type PayAnotherWay = z.infer<typeof payAnotherWayInput>

/** What the shopper reads after asking for a prompt, sending it again or cancelling it. */
export const mpesaAnswer = z
  .object({ customerMessage: z.string(), outcome: z.enum(['waiting', 'paid', 'cancelled']) })
  .meta({ id: 'MpesaAnswer' })
export type MpesaAnswer = z.infer<typeof mpesaAnswer>

/** `POST /api/payments/mpesa/receipt`: the shopper has paid the Till or Paybill without a prompt. */
export const claimReceiptInput = z.strictObject({
  orderId,
  receipt: cleanText().max(60).meta({ description: 'The code of M-Pesa’s message; case and spaces do not count' }),
})
export type ClaimReceipt = z.infer<typeof claimReceiptInput>

/**
 * `POST /api/create-payment-intent`. `amount` is reported by the client and ignored: the order's own total is charged.
 */
export const createPaymentIntentInput = z.strictObject({
  orderId,
  amount: z.number().optional().meta({ description: 'Kenyan shillings; the order’s own total is what is charged' }),
})
export type CreatePaymentIntent = z.infer<typeof createPaymentIntentInput>

export const paymentIntent = z.object({ clientSecret: z.string() }).meta({ id: 'PaymentIntent' })

/** `POST /api/payments/stripe/confirm`. See docs/behaviour.md#card-payments. */
export const confirmStripeInput = z.strictObject({
  orderId,
  paymentIntentId: z
    .string({ error: 'Payment Intent ID is required' })
    .min(1, 'Payment Intent ID is required')
    .max(255, 'Not a payment intent id')
    .regex(/^[\w-]+$/, 'Not a payment intent id'),
})
export type ConfirmStripe = z.infer<typeof confirmStripeInput>

/** The order's payment state after the shopper chose another payment method: `paid` when money came before. */
export const paymentStateAnswer = z.object({ state: z.enum(paymentStates) }).meta({ id: 'PaymentState' })
export type PaymentStateAnswer = z.infer<typeof paymentStateAnswer>

export const confirmedPayment = z.object({ orderId: id }).meta({ id: 'ConfirmedPayment' })

/** The payment methods that the shop accepts. */
export const paymentMethodsAnswer = z
  .object({
    offered: z
      .array(z.enum(orderPaymentMethods))
      .meta({ description: 'What an order may be placed with; what the owner has switched off is refused' }),
    mpesa: z
      .object({
        isDemo: z.boolean().meta({ description: 'Payments go to a simulated phone' }),
        maxShillings: shillings,
        demoPhoneUrl: z.string().nullable(),
        payYourself: z
          .object({
            kind: z.enum(['till', 'paybill']),
            number: z.string(),
            numberWords: z.string().meta({ description: 'What the shop calls the number; may be empty' }),
            accountHint: z.string().meta({ description: 'Shown beside the account number; may be empty' }),
            payeeName: z.string().meta({ description: 'The name that M-Pesa shows; may be empty' }),
          })
          .nullable()
          .meta({ description: 'Where a shopper may pay without a prompt and then type the receipt' }),
      })
      .nullable(),
    card: z.object({ publishableKey: z.string(), minShillings: shillings }).nullable(),
  })
  .meta({ id: 'PaymentMethods' })
export type PaymentMethods = z.infer<typeof paymentMethodsAnswer>
