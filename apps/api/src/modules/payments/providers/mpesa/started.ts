import { ShopError } from '../../../../shop-error.ts'
import type { Started } from '../provider.ts'
import type { PushOutcome } from './daraja-outcomes.ts'
import { NOT_TAKEN } from './prompts-of-shop.ts'
import { notConfigured, phoneProblems, wrongPhone } from './refusals.ts'

/** Nobody is asked for more than M-Pesa moves at once. */
export function aboveLimit(): Started {
  const message = 'This order is above M-Pesa’s limit for one payment. Please choose another way to pay.'
  const error = new ShopError('BAD_REQUEST', message)
  return { kind: 'refused', code: 'limit', message: 'above M-Pesa’s limit', error }
}

/** What a push came to; the checkout decides by the codes of the errors. */
export function startedBy(outcome: PushOutcome): Started {
  if (outcome.kind === 'accepted') {
    const { merchantRequestId, checkoutRequestId, customerMessage } = outcome
    const columns = { mpesa_merchant_request_id: merchantRequestId }
    return {
      kind: 'accepted',
      reference: checkoutRequestId,
      forShopper: customerMessage,
      errorIfLost: unanswered(),
      paymentColumns: columns,
      orderColumns: columns,
    }
  }
  if (outcome.kind === 'unknown') {
    const { message } = outcome
    return { kind: 'unknown', message, error: unanswered() }
  }
  const { why, code, message } = outcome
  const error = refusal(outcome)
  return why === 'busy'
    ? { kind: 'refused', code: NOT_TAKEN, message: `${code} ${message}`, error }
    : { kind: 'refused', code, message, error }
}

/** The prompt may be on the phone. */
const unanswered = () => new ShopError('GATEWAY_TIMEOUT', 'timeout waiting for M-Pesa', { code: 'MPESA_UNANSWERED' })

function refusal({ why }: Extract<PushOutcome, { kind: 'refused' }>): ShopError {
  if (why === 'phone') return wrongPhone(phoneProblems.invalid)
  if (why === 'open-prompt') {
    return new ShopError('CONFLICT', 'duplicate request: a prompt is already open', { code: 'MPESA_PROMPT_OPEN' })
  }
  if (why === 'configuration') return notConfigured()
  return new ShopError('SERVICE_UNAVAILABLE', 'M-Pesa connection is busy', {
    code: 'MPESA_BUSY',
    retryAfterSeconds: 20,
  })
}
