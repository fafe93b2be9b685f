import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { FakeAdminApi } from '../../../testing/fake-admin-api.tsx'
import { OrdersMark } from './orders-mark.tsx'

afterEach(cleanup)

const none = { all: 0, pending: 0, processing: 0, shipped: 0, delivered: 0, cancelled: 0, 'to-pack': 0, unpaid: 0 }

function show(total: number): void {
  const list = () => ({ orders: [], total, counts: { ...none, 'to-pack': total }, nextCursor: null })
  render(
    <FakeAdminApi answers={{ 'admin.orders': { list } }}>
      <p>
        Orders
        <OrdersMark />
      </p>
    </FakeAdminApi>,
  )
}

it.each([
  [1, '1', '1 order to pack'],
  [120, '99+', '120 orders to pack'],
])('says beside the way to the orders how many are to be packed: %i', async (total, shown, words) => {
  show(total)
  expect(await screen.findByText(words)).toBeDefined()
  expect(screen.getByText(shown)).toBeDefined()
})

it('is not there while none is', async () => {
  show(0)
  expect((await screen.findByText('Orders')).textContent).toBe('Orders')
})
