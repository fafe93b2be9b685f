import type { OrderPage } from '@marashi/domain/contracts/order-page'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { OrderItems } from './order-items.tsx'
import { orderWords } from './order-words.ts'

afterEach(cleanup)

const payment = { method: 'mpesa', at: '2026-11-21T09:00:00.000Z', receipt: 'SKJ4H7T2QX', phone: null } as const
const order = {
  items: [{ productId: null, name: 'Oud Zahra', price: 4_300, quantity: 1, image: null }],
  subtotal: 4_300,
  deliveryCharge: 200,
  total: 4_500,
  placeName: 'Nairobi CBD',
  status: 'processing',
  state: 'paid',
} as Partial<OrderPage>

it.each([
  ['Total paid', { ...payment, amount: 4_500 }],
  ['Total paid', { ...payment, amount: 5_000 }],
  ['Total', { ...payment, amount: 1_000 }],
  ['Total to pay', null],
])('calls the sum "%s" where that is paid: %j', (words, paid) => {
  const state = paid ? 'paid' : 'unpaid'
  render(<OrderItems order={{ ...order, payment: paid, state } as OrderPage} />)
  expect(screen.getByText(words)).toBeDefined()
})

it('asks for no sum of an order on delivery while money that may pay it is being checked', () => {
  const undecided = { ...order, payment: null, state: 'on-delivery', leftToCourier: null, isCourierSumUndecided: true }
  render(<OrderItems order={undecided as OrderPage} />)
  expect(screen.getByText('Total')).toBeDefined()
})

it('names what had been paid of a cancelled order, not what it cost', () => {
  const cancelled = { ...order, status: 'cancelled', payment: { ...payment, amount: 1_000 } } as OrderPage
  expect(orderWords(cancelled, 'Marashi').lead).toMatch('Ksh 1,000')
})

it('tells what was paid of an order whose page a browser has kept from before', () => {
  const kept = { ...order, payment, status: 'cancelled' } as unknown as OrderPage
  expect(orderWords(kept, 'Marashi').lead).toMatch('Ksh 4,500')
})

it('names neither bottles nor a sum of an order whose perfumes were agreed on by phone', () => {
  const { container } = render(<OrderItems order={{ ...order, items: [], payment: null } as OrderPage} />)
  expect(container.textContent).toBe('')
})
