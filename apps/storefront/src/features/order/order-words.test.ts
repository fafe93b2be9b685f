import type { OrderPage } from '@marashi/domain/contracts/order-page'
import { expect, it } from 'vitest'
import { isOpen, isPayable } from './is-payable.ts'
import { orderWords } from './order-words.ts'

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
  const onDelivery = { ...order, ...sums, state: 'on-delivery', placeName: 'Embu' } as unknown as OrderPage
  const { lead } = orderWords(onDelivery, 'Marashi')
  expect(lead.match(/ You pay.*$/)?.[0] ?? '').toBe(words)
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
