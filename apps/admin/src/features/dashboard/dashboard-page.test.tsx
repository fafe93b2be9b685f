import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { FakeAdminApi } from '../../testing/fake-admin-api.tsx'
import { DashboardPage } from './dashboard-page.tsx'

afterEach(cleanup)

const nothing = {
  attention: [],
  attentionTotal: 0,
  pendingReviews: 0,
  sales: [],
  updatedAt: '2026-11-21T06:05:00.000Z',
}
const stats = () => ({ totalProducts: 48, totalOrders: 3, totalRevenue: 14_100, recentOrdersCount: 2 })

it('says what is to be packed, with the way to just these orders, and what is not paid apart', async () => {
  render(
    <FakeAdminApi
      answers={{ 'admin.dashboard': { stats, overview: () => ({ ...nothing, ordersToPack: 2, unpaidOrders: 1 }) } }}
    >
      <DashboardPage />
    </FakeAdminApi>,
  )
  const toPack = await screen.findByRole('link', { name: /^2 orders to pack/ })
  expect(toPack.getAttribute('href')).toBe('/orders?status=to-pack')
  expect(screen.getByRole('link', { name: '1 order is not paid yet' }).getAttribute('href')).toBe(
    '/orders?status=unpaid',
  )
  expect(screen.queryByText(/Enjoy your coffee/)).toBeNull()
})

it('shows nothing to do where orders only wait for their payment', async () => {
  render(
    <FakeAdminApi
      answers={{ 'admin.dashboard': { stats, overview: () => ({ ...nothing, ordersToPack: 0, unpaidOrders: 3 }) } }}
    >
      <DashboardPage />
    </FakeAdminApi>,
  )
  expect(await screen.findByText(/Enjoy your coffee/)).toBeDefined()
  expect(screen.getByRole('link', { name: '3 orders are not paid yet' })).toBeDefined()
})

it('says in both panels that their figures could not be loaded', async () => {
  render(
    <FakeAdminApi
      answers={{
        'admin.dashboard': {
          stats,
          overview: () => {
            throw new TypeError('Failed to fetch')
          },
        },
      }}
    >
      <DashboardPage />
    </FakeAdminApi>,
  )
  expect(await screen.findByText('What needs attention could not be loaded.')).toBeDefined()
  expect(screen.getByText('The sales could not be loaded.')).toBeDefined()
  expect(screen.getAllByRole('button', { name: 'Retry' })).toHaveLength(2)
})

it('tells the owner that its revenue leaves out deleted, cancelled and refunded orders', async () => {
  render(
    <FakeAdminApi
      answers={{ 'admin.dashboard': { stats, overview: () => ({ ...nothing, ordersToPack: 0, unpaidOrders: 0 }) } }}
    >
      <DashboardPage />
    </FakeAdminApi>,
  )
  expect(await screen.findByText(/less refunds; no deleted or cancelled ones/)).toBeDefined()
})
