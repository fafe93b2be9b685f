import { TRPCClientError } from '@trpc/client'
import { describe, expect, it } from 'vitest'
import { failureOf, isUnanswered } from './failure.ts'

const refused = (message: string, data: object) =>
  TRPCClientError.from({ error: { code: -32600, message, data } } as unknown as Parameters<
    typeof TRPCClientError.from
  >[0])

describe('failureOf', () => {
  it('holds the status and the message, also together', () => {
    const failure = failureOf(refused('The price has changed', { code: 'PRICE_CHANGED', httpStatus: 409 }))
    expect(failure).toEqual({
      message: '409: The price has changed',
      text: 'The price has changed',
      status: 409,
      code: 'PRICE_CHANGED',
      fields: {},
    })
  })

  it('passes on the errors of fields, the quote, the time to wait and the request id', () => {
    const data = {
      code: 'BAD_REQUEST',
      httpStatus: 400,
      fields: { phone: 'Missing' },
      quote: { total: 1 },
      retryAfterSeconds: 45,
      requestId: 'r',
    }
    expect(failureOf(refused('Bad', data))).toMatchObject({
      fields: { phone: 'Missing' },
      quote: { total: 1 },
      retryAfterSeconds: 45,
      requestId: 'r',
    })
  })

  it.each([
    ['a lost connection', TRPCClientError.from(new TypeError('Failed to fetch'))],
    ['an error of another kind', new Error('no')],
    ['something that is no error', 'no'],
    ['nothing', undefined],
  ])('reads %s as no answer', (_, error) => {
    expect(failureOf(error)).toMatchObject({ status: 0, code: 'OFFLINE', text: '' })
  })
})

describe('isUnanswered', () => {
  it.each([
    ['a lost connection', TRPCClientError.from(new TypeError('Failed to fetch')), true],
    ['a refusal', refused('The price has changed', { code: 'PRICE_CHANGED', httpStatus: 409 }), false],
    ['an error of the page', new TypeError('reviews is undefined'), false],
  ])('of %s', (_, error, expected) => {
    expect(isUnanswered(error)).toBe(expected)
  })
})
