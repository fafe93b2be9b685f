import type { SaveStock } from '@marashi/domain/contracts/admin-stock'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
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

it('leaves every perfume where it is while its pieces are counted up, so that no press is another one’s', async () => {
  const stock = [
    { productId: 'oud', name: 'Oud Zahra', image: '/a.jpg', stockCount: 1, soldOut: false, lowAt: null },
    { productId: 'rose', name: 'Rose of Taif', image: '/b.jpg', stockCount: 1, soldOut: false, lowAt: null },
    { productId: 'amber', name: 'Amber Dusk', image: '/c.jpg', stockCount: 4, soldOut: false, lowAt: null },
  ]
  /** Fewest first, of those that are running out. */
  const low = () => {
    const products = stock.filter(({ stockCount }) => stockCount <= 3).sort((a, b) => a.stockCount - b.stockCount)
    return { products: structuredClone(products), total: products.length, shortOrders: [], shortOrdersTotal: 0 }
  }
  function of({ id }: { id: string }) {
    const found = stock.find(({ productId }) => productId === id)
    if (!found) throw new Error(`No product ${id}`)
    return found
  }
  const save = ({ id, change = 0 }: SaveStock) => {
    of({ id }).stockCount += change
    return { ...of({ id }) }
  }
  render(
    <FakeAdminApi answers={{ 'admin.stock': { low, product: (input) => ({ ...of(input) }), save } }}>
      <StockPage />
    </FakeAdminApi>,
  )
  const names = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
  const more = await screen.findByRole('button', { name: 'One more of Oud Zahra' })
  for (const count of [2, 3, 4]) {
    await userEvent.click(more)
    await screen.findByText(`${count} left of Oud Zahra`)
    await waitFor(() => expect(screen.getByText(count > 3 ? /^1 perfume is/ : /^2 perfumes are/)).toBeDefined())
    expect(names()).toEqual(['Oud Zahra', 'Rose of Taif'])
  }
  of({ id: 'amber' }).stockCount = 0
  await userEvent.click(more)
  await waitFor(() => expect(names()).toEqual(['Oud Zahra', 'Rose of Taif', 'Amber Dusk']))
})
