import type { Failure } from '@marashi/api-client/failure'
import type { Quote } from '@marashi/domain/contracts/checkout'
import { expect, it } from 'vitest'
import { outcomeOf } from './send-order.ts'

const quote = { total: 1 } as Quote
const failure = (part: Partial<Failure>): Failure => ({
  message: '',
  text: 'Message',
  status: 500,
  code: 'X',
  fields: {},
  ...part,
})

it.each([
  ['no answer at all', { status: 0 }, 'unknown'],
  ['a server error', { status: 500 }, 'unknown'],
  ['an overloaded shop', { status: 503 }, 'unknown'],
  ['a gateway that gave up waiting', { status: 504 }, 'unknown'],
  ['a concurrent request with the same key', { status: 409 }, 'unknown'],
  ['a key that the shop has stored an order under', { status: 422, code: 'IDEMPOTENCY_KEY_REUSED' }, 'unknown'],
  ['other prices', { status: 409, quote }, 'changed'],
  ['a form with mistakes', { status: 400 }, 'refused'],
  ['too many orders', { status: 429 }, 'refused'],
  ['a way to pay that is off', { status: 422, code: 'PAYMENT_METHOD_OFF' }, 'refused'],
] as const)('reads the outcome of %s', (_name, part, kind) => {
  expect(outcomeOf(failure(part)).kind).toBe(kind)
})

it('knows whether the shop answered, and keeps its words where the place is off', () => {
  expect(outcomeOf(failure({ status: 0 }))).toEqual({ kind: 'unknown', answer: 'none' })
  expect(outcomeOf(failure({ status: 503 }))).toEqual({ kind: 'unknown', answer: 'failed' })
  expect(outcomeOf(failure({ status: 409, quote }))).toEqual({ kind: 'changed', quote, text: 'Message' })
})

it('a key that was used before is no refusal: the order is there, and another key would make a second one', () => {
  expect(outcomeOf(failure({ status: 422, code: 'IDEMPOTENCY_KEY_REUSED' }))).toEqual({
    kind: 'unknown',
    answer: 'stored',
  })
})
