import { z } from 'zod'
import { quote } from './checkout.ts'

/**
 * Reasons that have a name of their own because a caller decides by it; every other refusal carries tRPC's word for its
 * status. Sentences are for people and change.
 */
export const refusalReasons = [
  'IDEMPOTENCY_KEY_REUSED',
  'PRICE_CHANGED',
  'PRODUCT_UNAVAILABLE',
  'STALE',
  'DISK_FULL',
  'ORDER_PAID',
  'ORDER_CANCELLED',
  'NOTHING_TO_PAY',
  'CARD_NOT_CONFIGURED',
  'STILL_PROCESSING',
  'PAYMENT_MISMATCH',
  'MPESA_PHONE',
  'MPESA_NOT_CONFIGURED',
  'MPESA_PROMPT_OPEN',
  'MPESA_BUSY',
  'MPESA_UNANSWERED',
] as const
export type RefusalReason = (typeof refusalReasons)[number]

/** The body of every non-success answer under /api (decisions 39). */
export const errorBody = z
  .object({
    error: z.string().meta({ description: 'A sentence for people' }),
    code: z.string().meta({ description: 'A word for programs' }),
    fields: z.record(z.string(), z.string()).optional().meta({ description: 'Per field: what is wrong with it' }),
    quote: quote.optional().meta({ description: 'With PRICE_CHANGED and PRODUCT_UNAVAILABLE: today’s prices' }),
    requestId: z.string().optional(),
  })
  .meta({ id: 'Error' })
export type ErrorBody = z.infer<typeof errorBody>
