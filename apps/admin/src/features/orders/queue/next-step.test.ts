import { expect, it } from 'vitest'
import { makeOrder } from '../../../testing/records.ts'
import { nextStepOf } from './next-step.ts'

const pack = { kind: 'advance', to: 'processing' }
const sendOut = { kind: 'advance', to: 'shipped' }
const deliver = { kind: 'advance', to: 'delivered' }

it.each([
  ['pending', 'paid', false, pack],
  ['pending', 'on-delivery', false, pack],
  ['pending', 'paid', true, pack],
  ['pending', 'unpaid', false, { kind: 'remind' }],
  ['pending', 'unpaid', true, { kind: 'check' }],
  ['pending', 'refunded', false, undefined],
  ['processing', 'paid', false, sendOut],
  ['processing', 'unpaid', false, sendOut],
  ['processing', 'unpaid', true, { kind: 'check' }],
  ['processing', 'refunded', false, undefined],
  ['shipped', 'unpaid', true, deliver],
  ['shipped', 'refunded', false, deliver],
  ['delivered', 'paid', false, undefined],
  ['cancelled', 'cancelled', false, undefined],
] as const)('a %s order that is %s (to check: %s) needs %o', (status, paymentState, needsCheck, step) => {
  expect(nextStepOf(makeOrder({ status, paymentState, needsCheck }))).toEqual(step)
})

it.each([
  ['pending', 'unpaid', { kind: 'check' }],
  ['processing', 'unpaid', { kind: 'check' }],
  ['pending', 'on-delivery', { kind: 'check' }],
  ['pending', 'paid', pack],
  ['shipped', 'unpaid', deliver],
] as const)('a %s order that is %s, and whose shopper has typed a receipt, needs %o', (status, paymentState, step) => {
  expect(nextStepOf(makeOrder({ status, paymentState, hasOpenClaim: true }))).toEqual(step)
})

it.each([
  [true, { kind: 'check' }],
  [false, pack],
] as const)('an order of which a part was paid (to check: %s) needs %o', (needsCheck, step) => {
  expect(nextStepOf(makeOrder({ paymentState: 'paid', leftToPay: 2_500, needsCheck }))).toEqual(step)
})
