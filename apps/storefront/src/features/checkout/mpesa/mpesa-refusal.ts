import type { Failure } from '@marashi/api-client/failure'
import { mpesaCopy } from '../../../copy/mpesa.ts'

export type Refusal = {
  title: string
  text: string
  /** Nobody said no: the request may have reached the phone. */
  isUnanswered: boolean
}

const { refusals } = mpesaCopy

/**
 * What the shopper reads when M-Pesa could not be asked, by the words that the answer holds (specification §8).
 * `examplePhone` stands in the message about a wrong number.
 */
export function refusalOf(failure: Failure | 'aborted', examplePhone: string): Refusal {
  if (failure === 'aborted') return { ...refusals.abort, isUnanswered: true }
  if (failure.status === 0) return { ...refusals.connection, isUnanswered: true }
  const isUnanswered = failure.status === 504
  const message = failure.message.toLowerCase()
  const says = (...words: string[]) => words.some((word) => message.includes(word))
  if (says('phone number')) return { ...refusals.phone(examplePhone), isUnanswered }
  if (says('insufficient funds')) return { ...refusals.funds, isUnanswered }
  if (says('timeout', 'connection')) return { ...refusals.connection, isUnanswered }
  if (says('duplicate')) return { ...refusals.duplicate, isUnanswered }
  if (says('not configured')) return { ...refusals.unavailable, isUnanswered }
  return { title: refusals.failed, text: failure.text, isUnanswered }
}
