import type { Failure } from '@marashi/api-client/failure'
import type { ErrorCode } from '@marashi/domain/contracts/error-codes'
import { mpesaCopy } from '../../../copy/mpesa.ts'

export type Refusal = {
  title: string
  text: string
  /** Nobody said no: the request may have reached the phone. */
  isUnanswered: boolean
}

const { refusals } = mpesaCopy
type Kind = 'phone' | 'funds' | 'connection' | 'duplicate' | 'unavailable'

const kindOfReason: Partial<Record<ErrorCode, Kind>> = {
  MPESA_PHONE: 'phone',
  MPESA_NOT_CONFIGURED: 'unavailable',
  MPESA_PROMPT_OPEN: 'duplicate',
  MPESA_BUSY: 'connection',
  MPESA_UNANSWERED: 'connection',
}

/**
 * What the shopper reads when M-Pesa could not be asked. The shop's own refusals say by their code what they are; the
 * words decide only for what somebody in between has answered. `examplePhone` stands in the message about a wrong number.
 */
export function refusalOf(failure: Failure | 'aborted', examplePhone: string): Refusal {
  if (failure === 'aborted') return { ...refusals.abort, isUnanswered: true }
  if (failure.status === 0) return { ...refusals.connection, isUnanswered: true }
  const isUnanswered = failure.status === 504
  const kind = kindOfReason[failure.code as ErrorCode] ?? kindOfWords(failure.message.toLowerCase())
  if (!kind) return { title: refusals.failed, text: failure.text, isUnanswered }
  return { ...(kind === 'phone' ? refusals.phone(examplePhone) : refusals[kind]), isUnanswered }
}

function kindOfWords(message: string): Kind | undefined {
  // biome-ignore lint/plugin: what a proxy answers has no code of the shop
  const says = (...words: string[]) => words.some((word) => message.includes(word))
  if (says('phone number')) return 'phone'
  if (says('insufficient funds')) return 'funds'
  if (says('timeout', 'connection')) return 'connection'
  if (says('duplicate')) return 'duplicate'
  return says('not configured') ? 'unavailable' : undefined
}
