import type { OrderPage } from '@marashi/domain/contracts/order-page'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { OrderFacts } from './order-facts.tsx'

afterEach(cleanup)

const order = {
  firstName: 'Amina',
  phone: '0712 ••• 111',
  email: null,
  placeName: 'Nairobi CBD',
  deliveryPromise: null,
  payment: null,
  refunds: [],
  state: 'on-delivery',
  total: 4_500,
  items: [{ productId: null, name: 'Oud Zahra', price: 4_500, quantity: 1, image: null }],
} as Partial<OrderPage>

it.each([
  ['shipped', 'Pay on delivery'],
  ['delivered', 'Paid on delivery'],
] as const)('a receipt says whether the courier is still to be paid: %s', (status, words) => {
  render(<OrderFacts order={{ ...order, status } as OrderPage} />)
  expect(screen.getByText(words)).toBeDefined()
})

it.each([
  ['was taken off', order.items, null],
  ['was agreed on elsewhere', [] as OrderPage['items'], 'Pay on delivery'],
])('a receipt of Ksh 0 asks for the courier’s money only where that was agreed on: its price %s', (_, items, words) => {
  render(<OrderFacts order={{ ...order, status: 'shipped', total: 0, items } as OrderPage} />)
  expect(screen.queryByText('Pay on delivery')?.textContent ?? null).toBe(words)
})

describe('the e-mail address', () => {
  const masked = 'w•••@example.com'
  const mailShown = (change: Partial<OrderPage>) => {
    render(<OrderFacts order={{ ...order, status: 'pending', email: masked, hasMail: true, ...change } as OrderPage} />)
    return screen.queryByText(new RegExp(masked))?.textContent ?? null
  }

  it.each(['unpaid', 'pending', 'checking', 'paid'] as const)('is where the receipt goes: %s', (state) => {
    expect(mailShown({ state })).toBe(`The receipt goes to ${masked}`)
  })

  it('is written to, and gets no receipt, where the courier is paid', () => {
    expect(mailShown({ state: 'on-delivery' })).toBe(`We write to ${masked}`)
  })

  it.each([
    ['the courier was paid', { state: 'on-delivery', status: 'delivered' }],
    ['the order was cancelled', { state: 'cancelled', status: 'cancelled' }],
    ['the money went back', { state: 'refunded' }],
    ['the shop sends no e-mails', { state: 'paid', hasMail: false }],
  ] as const)('is promised nothing where %s', (_where, change) => {
    expect(mailShown(change)).toBeNull()
  })
})
