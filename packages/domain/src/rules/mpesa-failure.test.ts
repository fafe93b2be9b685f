import { expect, it } from 'vitest'
import { mpesaFailureOf } from './mpesa-failure.ts'

it.each([
  ['1', 'insufficient-funds'],
  ['2001', 'wrong-pin'],
  ['1037', 'unreachable'],
  ['1032', 'cancelled'],
  ['SFC_IC0003', 'unavailable'],
  ['not-taken', 'busy'],
  ['4711', 'other'],
  ['constructor', 'other'],
  ['', 'other'],
])('the code %j means %s', (code, failure) => {
  expect(mpesaFailureOf(code)).toBe(failure)
})
