import { type Answer, Refusal } from '../core/answer.ts'
import { digits, token } from '../core/random-id.ts'

const errors = {
  '400.008.01': [400, 'Invalid Authentication passed'],
  '400.008.02': [400, 'Invalid grant type passed'],
  '400.002.02': [400, 'Bad Request - Invalid Request'],
  '400.003.02': [400, 'Invalid ShortCode'],
  '400.003.01': [400, 'Invalid Access Token'],
  '401.002.01': [401, 'Error Occurred - Invalid Access Token'],
  '401.003.01': [401, 'Error Occurred - Invalid Access Token'],
  '404.001.01': [404, 'Resource not found'],
  '404.001.03': [404, 'Invalid Access Token'],
  '404.001.04': [404, 'Invalid Authentication Header'],
  '405.001': [405, 'Method Not Allowed'],
  '500.001.1001': [500, 'Wrong credentials'],
  '500.003.02': [429, 'Error Occurred: Spike Arrest Violation'],
  '500.003.03': [429, 'Error Occurred: Quota Violation'],
  '500.003.1001': [500, 'Internal Server Error'],
  '503.001.01': [503, 'Service Unavailable'],
} as const satisfies Record<string, readonly [status: number, message: string]>

export type DarajaErrorCode = keyof typeof errors

/** Daraja's error body `{requestId, errorCode, errorMessage}`; `message` replaces the usual words of the code. */
export function darajaError(code: DarajaErrorCode, message?: string): Answer {
  const [status, usual] = errors[code]
  const requestId = `${digits(5)}-${token(8)}-1`
  return { status, body: { requestId, errorCode: code, errorMessage: message ?? usual } }
}

/** To be thrown by work that Daraja declines. */
export function decline(code: DarajaErrorCode, message?: string): Refusal {
  return new Refusal(darajaError(code, message))
}

export function isDarajaErrorCode(code: string): code is DarajaErrorCode {
  return Object.hasOwn(errors, code)
}

/** Daraja's own error for a status. */
export function darajaStatus(status: number): Answer {
  const code: DarajaErrorCode = status === 429 ? '500.003.02' : status === 503 ? '503.001.01' : '500.003.1001'
  return { ...darajaError(code), status }
}
