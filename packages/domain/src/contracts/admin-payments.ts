import { z } from 'zod'
import { maxShillings } from '../rules/money.ts'
import { normaliseReference } from '../rules/payment-reference.ts'
import { attentions, outcomeSources, paymentStatuses } from '../rules/payment-status.ts'
import { isVisibleText } from '../rules/visible-text.ts'
import { listCursor, listQuery, nextCursor, timeFilter, versionRead } from './admin-lists.ts'
import { paymentMethods } from './payment-methods.ts'
import { cleanText, id, instant, requiredText } from './primitives.ts'

/** Whole cents, the unit of everything under /api/admin/payments. See docs/behaviour.md#money-units. */
export const cents = z.int().min(0).meta({ description: 'Whole cents: 100 are one Kenyan shilling' })
/** Money that came or went, as a gateway lists it. */
export const signedCents = z.int().meta({ description: 'Whole cents; + came, − went' })
const maxCents = maxShillings * 100 - 100

/** Why a payment needs the owner, and what became of it. Flags are added and resolved, never changed or removed. */
export const paymentFlag = z
  .object({
    id: z.string(),
    what: z.enum(attentions),
    details: z
      .record(z.string(), z.union([z.string(), z.number(), z.null()]))
      .meta({ description: 'What was reported: amounts in shillings, receipts and ids as they came' }),
    source: z.enum(outcomeSources),
    note: z.string().nullable(),
    raisedAt: instant,
    resolvedAt: instant.nullable(),
    resolvedBy: z
      .enum(['administrator', 'shop'])
      .nullable()
      .meta({ description: '`shop`: a later report answered it' }),
    resolution: z.string().nullable(),
  })
  .meta({ id: 'PaymentFlag' })
export type PaymentFlag = z.infer<typeof paymentFlag>

export const paymentRecord = z
  .object({
    id,
    orderId: id,
    orderNumber: z.string(),
    paymentMethod: z.enum(paymentMethods),
    amount: cents,
    currency: z.literal('KES'),
    status: z.enum(paymentStatuses),
    transactionId: z.string().nullable(),
    receiptNumber: z.string().nullable(),
    receipt_number: z.string().nullable().meta({ description: 'Receipt, else M-Pesa receipt, else transaction id' }),
    processingFee: cents.nullable(),
    refundedAmount: cents.nullable(),
    stripePaymentIntentId: z.string().nullable(),
    stripeChargeId: z.string().nullable(),
    mpesaMerchantRequestId: z.string().nullable(),
    mpesaCheckoutRequestId: z.string().nullable(),
    mpesaReceiptNumber: z.string().nullable(),
    mpesaPhone: z.string().nullable(),
    gatewayResponse: z.unknown().meta({ description: 'The gateway’s last word on it, as JSON' }),
    initiatedAt: instant.nullable(),
    processedAt: instant.nullable(),
    completedAt: instant.nullable(),
    failedAt: instant.nullable(),
    failureReason: z.string().nullable(),
    failureCode: z.string().nullable(),
    retryCount: z.int(),
    attention: z.enum(attentions).nullable().meta({ description: 'The newest open flag' }),
    flags: z.array(paymentFlag).meta({ description: 'Open and resolved, newest first' }),
    isSurplus: z.boolean(),
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: 'Payment' })
export type PaymentRecord = z.infer<typeof paymentRecord>

/**
 * `GET /api/admin/payments`. The search covers order id, order number, transaction id and receipts, and finds at most
 * the newest ten thousand.
 */
export const paymentListQuery = z.object({
  ...listQuery(50),
  ...listCursor,
  ...timeFilter,
  method: z.enum(paymentMethods).optional(),
  status: z.enum(paymentStatuses).optional(),
})
export type PaymentListQuery = z.infer<typeof paymentListQuery>

export const paymentList = z
  .object({ payments: z.array(paymentRecord), total: z.int(), ...nextCursor })
  .meta({ id: 'PaymentList' })
export type PaymentList = z.infer<typeof paymentList>

/** `GET /api/admin/payments/analytics`. Revenue is in cents, of completed payments. See docs/behaviour.md#revenue. */
export const paymentAnalytics = z
  .object({
    totalPayments: z.int(),
    successfulPayments: z.int(),
    totalRevenue: cents,
    totalRevenueCents: cents,
    failedPayments: z.int(),
  })
  .meta({ id: 'PaymentAnalytics' })
export type PaymentAnalytics = z.infer<typeof paymentAnalytics>

/** A receipt or transaction id as it is stored; empty where nothing of it can be seen. */
const typedReference = cleanText()
  .max(255, 'Must be at most 255 characters')
  .nullable()
  .transform((text) => text && (isVisibleText(text) ? normaliseReference(text) : ''))
const sentReference = typedReference.transform((text) => text || null)
const referenceText = sentReference.transform((text) => text ?? undefined).optional()
/** In an edit an empty one (null) is another thing than one that is left out (undefined). */
const editedReference = sentReference.optional()

/** The administrator's payment form; amounts in cents. See docs/behaviour.md#payments-by-hand. */
export const paymentForm = z.object({
  orderId: requiredText(40, 'Order ID is required').meta({ description: 'Order id or order number' }),
  paymentMethod: z.enum(paymentMethods, { error: 'Please select a payment method' }),
  amount: z
    .int({ error: 'Amount must be greater than 0' })
    .min(1, 'Amount must be greater than 0')
    .max(maxCents, 'Amount is too high')
    .meta({ description: 'Whole cents: 450000 are Ksh 4,500' }),
  status: z.enum(paymentStatuses).default('pending'),
  transactionId: referenceText,
  receipt_number: referenceText,
  processingFee: z
    .int({ error: 'Processing fee must be whole cents' })
    .min(0, 'Processing fee cannot be negative')
    .max(maxCents, 'Fee is too high')
    .nullish()
    .meta({ description: 'Whole cents' }),
})
export type PaymentForm = z.infer<typeof paymentForm>

/** A key says with it that the amount is right though the order costs another one. */
const meant = { isOtherAmountMeant: z.boolean().optional() }

/** `POST /api/admin/payments` */
export const createPaymentInput = z.strictObject({ ...paymentForm.shape, ...meant })
export type CreatePayment = z.infer<typeof createPaymentInput>

/** `PUT /api/admin/payments/{id}`. Without a status, fee or reference the stored one stays. */
export const updatePaymentInput = z.strictObject({
  id,
  ...paymentForm.shape,
  status: z.enum(paymentStatuses).optional(),
  // Empty text is a box that somebody has emptied, and null what an answer had.
  transactionId: typedReference.optional(),
  receipt_number: editedReference,
  ...meant,
  ...versionRead,
})
export type UpdatePayment = z.infer<typeof updatePaymentInput>

/** `POST /api/admin/payments/{id}/flags/{flagId}`: the owner has dealt with one flag, and says how. */
export const resolveFlagInput = z.strictObject({
  id,
  flagId: z.string('Not a valid flag').regex(/^\d{1,18}$/, 'Not a valid flag'),
  resolution: requiredText(500, 'Please say what you did'),
})
export type ResolveFlag = z.infer<typeof resolveFlagInput>
