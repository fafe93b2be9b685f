import type { Failure } from '@marashi/api-client/failure'
import type { ErrorCode } from '@marashi/domain/contracts/error-codes'
import { mpesaCopy } from '../../../copy/mpesa.ts'

export type Refusal = {
  title: string
  text: string
  /** No refusal came: the prompt may be on the phone. */
  isUnanswered: boolean
  /** Seconds until the shop may ask this phone; absent where it names none. */
  retryAfterSeconds?: number
  /** A card may have paid: nobody knows yet whether something was taken. */
  isCardOpen?: true
}

const { refusals } = mpesaCopy
type Kind =
  | 'phone'
  | 'funds'
  | 'connection'
  | 'duplicate'
  | 'promptOpen'
  | 'outdated'
  | 'unavailable'
  | 'cardOpen'
  | 'cardUnknown'

const kindOfCode: Partial<Record<ErrorCode, Kind>> = {
  MPESA_PHONE: 'phone',
  MPESA_NOT_CONFIGURED: 'unavailable',
  PAYMENT_METHOD_OFF: 'unavailable',
  MPESA_PROMPT_OPEN: 'promptOpen',
  ORDER_OUTDATED: 'outdated',
  MPESA_BUSY: 'connection',
  MPESA_UNANSWERED: 'connection',
  SERVICE_UNAVAILABLE: 'connection',
  STILL_PROCESSING: 'cardOpen',
  PAYMENT_MISMATCH: 'cardUnknown',
}

/**
 * What the shopper reads when a prompt was refused. The code of the shop's error decides; words decide only for answers
 * of a proxy. `examplePhone` is shown with a wrong number. See docs/behaviour.md#m-pesa-messages.
 */
export function refusalOf(failure: Failure | 'aborted', examplePhone: string): Refusal {
  if (failure === 'aborted') return { ...refusals.abort, isUnanswered: true }
  if (failure.status === 0) return { ...refusals.connection, isUnanswered: true }
  const { retryAfterSeconds } = failure
  // A shop that is slow or shuts down says so itself, and may have asked the phone all the same.
  const isUnanswered = failure.status === 504 || failure.code === 'SERVICE_UNAVAILABLE'
  const facts = { isUnanswered, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) }
  const kind = kindOfCode[failure.code as ErrorCode] ?? kindOfWords(failure.message.toLowerCase())
  // Its pause is the card's, not the phone's.
  if (kind === 'cardOpen' || kind === 'cardUnknown') return { ...refusals[kind], isUnanswered: false, isCardOpen: true }
  if (!kind) return { title: refusals.failed, text: failure.text, ...facts }
  return { ...(kind === 'phone' ? refusals.phone(examplePhone) : refusals[kind]), ...facts }
}

function kindOfWords(message: string): Kind | undefined {
  // biome-ignore lint/plugin: the answer of a proxy holds no code of the shop
  const includes = (...words: string[]) => words.some((word) => message.includes(word))
  if (includes('phone number')) return 'phone'
  if (includes('insufficient funds')) return 'funds'
  if (includes('timeout', 'connection')) return 'connection'
  if (includes('duplicate')) return 'duplicate'
  return includes('not configured') ? 'unavailable' : undefined
}
