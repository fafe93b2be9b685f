import { loadToasts } from '@marashi/ui/toast'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { clearOrders, keepOrder } from '../../lib/device-orders.ts'
import { pageDouble } from '../../testing/page-double.tsx'
import { OrdersPage } from './orders-page.tsx'

beforeAll(loadToasts)
afterEach(() => {
  cleanup()
  clearOrders()
})

it('a keyboard goes on at the heading after the list of orders is removed', async () => {
  keepOrder({ orderNumber: 'MR100030', secret: 'k'.repeat(43), total: 4_500 })
  const orders = (
    <main>
      <OrdersPage />
    </main>
  )
  render(pageDouble('/orders', orders).page)
  await userEvent.click(await screen.findByRole('button', { name: 'Remove this list' }))
  await screen.findByText('No orders yet')
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
})
