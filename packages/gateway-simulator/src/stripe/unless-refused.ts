import { Refusal } from '../core/answer.ts'
import type { Intent } from './new-intent.ts'
import { stripeError } from './stripe-error.ts'

/** Passes an intent on, or throws the card error (HTTP 402) when its last card was refused. */
export function unlessRefused(intent: Intent): Intent {
  const refused = intent.status === 'requires_payment_method' ? intent.last_payment_error : null
  if (!refused) return intent
  const { code = 'card_declined', decline_code = '', message = '', charge = '' } = refused
  throw new Refusal(
    stripeError(402, { type: 'card_error', code, decline_code, message, charge, payment_intent: intent }),
  )
}
