import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { FakeAdminApi } from '../../testing/fake-admin-api.tsx'
import { StockPage } from './stock-page.tsx'

afterEach(cleanup)

it('says how many more perfumes run out and orders are short than it lists', async () => {
  const oud = { productId: 'oud', name: 'Oud Zahra', image: '/a.jpg', stockCount: 1, soldOut: false, lowAt: null }
  const short = { orderId: 'o1', orderNumber: 'MR100001', productName: 'Oud Zahra', missing: 2 }
  let more = 9
  const low = () => ({ products: [oud], total: 1 + more, shortOrders: [short], shortOrdersTotal: 1 + more * 2 })
  const show = () =>
    render(
      <FakeAdminApi answers={{ 'admin.stock': { low, product: () => oud } }}>
        <StockPage />
      </FakeAdminApi>,
    )
  show()
  expect(await screen.findByText(/^and 9 more/)).toBeDefined()
  expect(screen.getByText('and 18 more, of newer orders')).toBeDefined()
  cleanup()
  more = 0
  show()
  expect(await screen.findByText('1 perfume is running out')).toBeDefined()
  expect(screen.queryByText(/^and /)).toBeNull()
})
