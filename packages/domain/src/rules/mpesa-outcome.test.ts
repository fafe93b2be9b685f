import { expect, it } from 'vitest'
import { mpesaOutcomeOf, mpesaOutcomes } from './mpesa-outcome.ts'

it.each([
  [null, null, null],
  ['initiated', null, 'waiting'],
  ['pending', null, 'waiting'],
  ['paid', null, 'paid'],
  ['cancelled', null, 'cancelled'],
  ['failed', 'insufficient-funds', 'insufficient-funds'],
  ['failed', 'expired', 'expired'],
  ['failed', null, 'other'],
] as const)('calls %s, for the reason %s, %s', (status, failure, outcome) => {
  expect(mpesaOutcomeOf(status, failure)).toBe(outcome)
})

it('has each outcome once', () => {
  expect(new Set(mpesaOutcomes).size).toBe(mpesaOutcomes.length)
})
