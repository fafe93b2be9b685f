import type { Failure } from '@marashi/api-client/failure'
import { expect, it } from 'vitest'
import { refusalOf } from './mpesa-refusal.ts'

const failure = (status: number, text: string, code = 'X'): Failure => ({
  message: `${status}: ${text}`,
  text,
  status,
  code,
  fields: {},
})
const shown = (given: Failure | 'aborted') => {
  const { title, text, isUnanswered } = refusalOf(given, '+254 712 345 678')
  return [`${title}: ${text}`, isUnanswered]
}

it.each([
  [
    400,
    'Phone number required',
    'Invalid phone number: Please enter a valid Kenyan mobile number (e.g., +254 712 345 678).',
  ],
  [402, 'insufficient funds on the line', 'Insufficient funds: Top up and try again.'],
  [503, 'M-Pesa connection is busy', 'Connection error: Please check your connection and try again.'],
  [409, 'duplicate request: a prompt is already open', 'Duplicate request: Please wait a moment before trying again.'],
  [
    503,
    'M-Pesa is not configured',
    'Service unavailable: M-Pesa payment is temporarily unavailable. Please contact support.',
  ],
  [429, 'Too many payment prompts.', 'Payment failed: Too many payment prompts.'],
])('%i "%s" is shown in words of the shop', (status, text, expected) => {
  expect(shown(failure(status, text))).toEqual([expected, false])
})

it.each([
  [
    'no answer within 30 s',
    'aborted' as const,
    'No answer from M-Pesa: Request timeout. Please check your connection and try again.',
  ],
  ['no connection', failure(0, ''), 'Connection error: Please check your connection and try again.'],
  [
    'no answer of M-Pesa',
    failure(504, 'timeout waiting for M-Pesa'),
    'Connection error: Please check your connection and try again.',
  ],
  [
    'a shop that takes too long',
    failure(503, 'This takes longer than expected, and may still be done.', 'SERVICE_UNAVAILABLE'),
    'Connection error: Please check your connection and try again.',
  ],
])('%s leaves open whether the phone was asked', (_name, given, expected) => {
  expect(shown(given)).toEqual([expected, true])
})

it('says what to do while the phone may not be asked again', () => {
  const { text } = refusalOf(failure(409, 'duplicate request', 'MPESA_PROMPT_OPEN'), '+254 712 345 678')
  expect(text).toContain('Please wait a moment before trying again')
  expect(text).toContain('another number')
})

it.each([
  ['MPESA_PHONE', 'Invalid phone number'],
  ['MPESA_NOT_CONFIGURED', 'Service unavailable'],
  ['MPESA_PROMPT_OPEN', 'Duplicate request'],
  ['ORDER_OUTDATED', 'Prices have changed'],
  ['MPESA_BUSY', 'Connection error'],
  ['MPESA_UNANSWERED', 'Connection error'],
  ['STILL_PROCESSING', 'Card payment not decided'],
  ['PAYMENT_MISMATCH', 'Card payment not decided'],
] as const)('%s reads the same whatever the message of the shop says', (code, title) => {
  expect(refusalOf(failure(409, 'Sentensi nyingine.', code), '+254 712 345 678').title).toBe(title)
})

it('keeps open whether a card has paid, and waits for the phone no longer than the phone needs', () => {
  const charging = {
    ...failure(409, 'The card payment is still processing.', 'STILL_PROCESSING'),
    retryAfterSeconds: 2,
  }
  const refusal = refusalOf(charging, '+254 712 345 678')
  expect(refusal.isCardOpen).toBe(true)
  expect(refusal.retryAfterSeconds).toBeUndefined()
})
