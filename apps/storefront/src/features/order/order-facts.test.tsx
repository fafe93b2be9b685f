import type { OrderPage } from '@marashi/domain/contracts/order-page'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
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
} as Partial<OrderPage>

it.each([
  ['shipped', 'Pay on delivery'],
  ['delivered', 'Paid on delivery'],
] as const)('a receipt says whether the courier is still to be paid: %s', (status, words) => {
  render(<OrderFacts order={{ ...order, status } as OrderPage} />)
  expect(screen.getByText(words)).toBeDefined()
})
