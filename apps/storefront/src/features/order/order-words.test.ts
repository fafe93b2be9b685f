import type { OrderPage } from '@marashi/domain/contracts/order-page'
import { expect, it } from 'vitest'
import { isPayable } from './is-payable.ts'
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
