import type { ErrorCode } from '@marashi/domain/contracts/error-codes'

/** While a payment by card is open, Stripe decides what may be done with its order. */
export const withdrawalErrors: ErrorCode[] = ['STILL_PROCESSING', 'PAYMENT_MISMATCH']
