import { z } from 'zod'
import { quote } from './checkout.ts'

/**
 * Every word that `code` may hold under /api, with the HTTP status that it comes with. Callers decide by it: sentences are
 * for people and change.
 */
export const errorStatuses = {
  BAD_REQUEST: 400,
  FST_ERR_CTP_INVALID_JSON_BODY: 400,
  MPESA_PHONE: 400,
  UNAUTHORIZED: 401,
  PAYMENT_REQUIRED: 402,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  STALE: 409,
  PRICE_CHANGED: 409,
  PRODUCT_UNAVAILABLE: 409,
  STILL_PROCESSING: 409,
  NOTHING_TO_PAY: 409,
  ORDER_PAID: 409,
  ORDER_CANCELLED: 409,
  PAYMENT_MISMATCH: 409,
  MPESA_PROMPT_OPEN: 409,
  PAYLOAD_TOO_LARGE: 413,
  FST_ERR_CTP_BODY_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 415,
  IDEMPOTENCY_KEY_REUSED: 422,
  TOO_MANY_REQUESTS: 429,
  HPE_HEADER_OVERFLOW: 431,
  INTERNAL_SERVER_ERROR: 500,
  SERVICE_UNAVAILABLE: 503,
  DISK_FULL: 503,
  CARD_NOT_CONFIGURED: 503,
  MPESA_NOT_CONFIGURED: 503,
  MPESA_BUSY: 503,
  MPESA_UNANSWERED: 504,
} as const
export type ErrorCode = keyof typeof errorStatuses

/** The body of every non-success answer under /api. */
export const errorBody = z
  .object({
    error: z.string().meta({ description: 'A sentence for people' }),
    code: z.string().meta({ description: 'A word for programs; each operation lists those it answers' }),
    fields: z.record(z.string(), z.string()).optional().meta({ description: 'Per field: what is wrong with it' }),
    quote: quote.optional().meta({ description: 'With PRICE_CHANGED and PRODUCT_UNAVAILABLE: today’s prices' }),
    requestId: z.string().optional().meta({ description: 'With INTERNAL_SERVER_ERROR: finds the failure in the log' }),
  })
  .meta({ id: 'Error' })
export type ErrorBody = z.infer<typeof errorBody>
