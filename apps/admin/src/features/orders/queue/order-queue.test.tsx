import type { AdminOrder } from '@marashi/domain/contracts/admin-orders'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { FakeAdminApi } from '../../testing/fake-admin-api.tsx'
import { makeOrder } from '../../testing/records.ts'
import { OrdersPage } from './orders-page.tsx'

afterEach(cleanup)

/** A list of pending orders; an order leaves it when its status changes. */
async function showPending(count: number) {
  let orders = Array.from({ length: count }, (_, index) => makeOrder({}, index + 1))
  render(
    <FakeAdminApi
      answers={{
        'admin.orders': {
          list: () => ({
            orders,
            total: orders.length,
            counts: {
              all: 9,
              pending: orders.length,
              processing: 0,
              shipped: 0,
              delivered: 0,
              cancelled: 0,
              'to-pack': 0,
              unpaid: orders.length,
            },
          }),
          setStatus: ({ id, status }) => {
            const order = orders.find((each) => each.id === id) as AdminOrder
            orders = orders.filter((each) => each !== order)
            return { ...order, status }
          },
        },
      }}
    >
      <main>
        <OrdersPage search={{ status: 'pending' }} onSearch={async () => undefined} />
      </main>
    </FakeAdminApi>,
  )
  return async (number: string) =>
    userEvent.selectOptions(await screen.findByLabelText(`Status of order ${number}`), 'Shipped')
}

it('moves the focus to the next order when one has left the list', async () => {
  const ship = await showPending(3)
  await ship('MR100001')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('article', { name: 'MR100002' })))
  expect(screen.queryByRole('article', { name: 'MR100001' })).toBeNull()
})

it('moves the focus to the order before when the last one has left', async () => {
  const ship = await showPending(2)
  await ship('MR100002')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('article', { name: 'MR100001' })))
})

it('moves the focus to the heading when none is left', async () => {
  const ship = await showPending(1)
  await ship('MR100001')
  await screen.findByText('No Orders Found')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })))
})
