import type { OrderPage } from '@marashi/domain/contracts/order-page'
import { expect, it } from 'vitest'
import { isOpen, isPayable } from './is-payable.ts'
import { orderWords, sumForCourier } from './order-words.ts'

const message = 'Your code is being checked for another order first. Please contact us if you have paid.'
const receiptClaim = { state: 'checking', message, askedAt: '2026-11-25T13:00:00.000Z' } as const
const order = {
  status: 'pending',
  state: 'unpaid',
  total: 4_500,
  failureCode: null,
  receiptClaim,
} as Partial<OrderPage>

it('an order whose code is checked for another one first says so, and may still be paid', () => {
  expect(orderWords(order as OrderPage, 'Marashi')).toEqual({ heading: 'Your order waits for payment', lead: message })
  expect(isPayable(order as OrderPage)).toBe(true)
})

it.each([
  ['the sum', { items: ['Oud Zahra'], total: 4_500 }, ' You pay the courier Ksh 4,500.'],
  ['no delivery fee where the perfumes were agreed on by phone', { items: [], total: 200 }, ''],
  ['no sum where there is none', { items: ['Oud Zahra'], total: 0 }, ''],
])('an order to be paid to the courier names %s', (_what, sums, words) => {
  const facts = { ...order, ...sums, state: 'on-delivery', placeName: 'Embu', receiptClaim: null }
  const answers = [{ ...facts, isCourierSumUndecided: false, leftToCourier: sums.total || null }, facts]
  for (const answer of answers) {
    const { lead } = orderWords(answer as unknown as OrderPage, 'Marashi')
    expect(lead.match(/ You pay.*$/)?.[0] ?? '').toBe(words)
  }
})

const checked = 'We are checking a payment of this order and will get in touch with you.'
const refused = { ...receiptClaim, state: 'refused' }
it.each([
  ['the typed code', { receiptClaim }, ` ${message}`],
  ['a payment', { receiptClaim: null }, ` ${checked}`],
  ['a payment, after a code was refused', { receiptClaim: refused }, ` ${checked}`],
  ['a payment of a part', { receiptClaim: null, state: 'paid' }, ` ${checked}`],
  ['nothing where the perfumes were agreed on by phone', { receiptClaim: null, items: [] }, ''],
])('an order whose money is being checked says so, and names no sum for the courier: %s', (_what, facts, words) => {
  const undecided = { leftToCourier: null, isCourierSumUndecided: true, placeName: 'Embu', items: ['Oud Zahra'] }
  const answer = { ...order, state: 'on-delivery', ...undecided, ...facts } as unknown as OrderPage
  expect(orderWords(answer, 'Marashi').lead).toBe(
    `We confirm it and pack it for Embu. This page shows each step.${words}`,
  )
  expect(sumForCourier(answer)).toBeNull()
})

it.each([
  [2_500, ' You pay the courier Ksh 2,500.'],
  [null, ''],
  [undefined, ''],
])('a paid order names what its part payment left for the courier: %s', (leftToCourier, words) => {
  const facts = { ...order, state: 'paid', status: 'shipped', placeName: 'Embu', items: ['Oud Zahra'], leftToCourier }
  const { lead } = orderWords(facts as unknown as OrderPage, 'Marashi')
  expect(lead.match(/ You pay.*$/)?.[0] ?? '').toBe(words)
})

it.each([
  ['unpaid', 'pending', true],
  ['pending', 'pending', true],
  ['unpaid', 'cancelled', false],
  ['checking', 'pending', false],
  ['paid', 'processing', false],
])('the payment that was opened for an order which is %s and %s stays: %s', (state, status, stays) => {
  expect(isOpen({ ...order, state, status } as OrderPage)).toBe(stays)
})
