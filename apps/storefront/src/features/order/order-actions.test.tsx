import type { OrderPage } from '@marashi/domain/contracts/order-page'
import type { ShopDetails } from '@marashi/domain/contracts/shop'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { pageDouble } from '../../testing/page-double.tsx'
import { OrderActions } from './order-actions.tsx'

afterEach(cleanup)

const order = { orderNumber: 'MR100030', status: 'shipped', items: [], total: 4_500 } as Partial<OrderPage>
const shop = {
  name: 'Marashi',
  phone: '+254712345678',
  whatsapp: '+254799888777',
  publicUrl: 'https://marashi.example',
} as Partial<ShopDetails>

it('asks the number that answers on WhatsApp, where the owner has another one for calls', async () => {
  const { page } = pageDouble(
    '/order/k3',
    <OrderActions order={order as OrderPage} secret="k3" shop={shop as ShopDetails} />,
  )
  render(page)
  const ask = await screen.findByRole('link', { name: 'Ask about this order' })
  expect(ask.getAttribute('href')).toMatch(/^https:\/\/wa\.me\/254799888777\?text=.*MR100030/)
})
