import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { OfficeDouble } from '../../testing/office-double.tsx'
import { DashboardPage } from './dashboard-page.tsx'

afterEach(cleanup)

it('says in both panels that their figures did not come', async () => {
  render(
    <OfficeDouble
      answers={{
        'admin.dashboard': {
          stats: () => ({ totalProducts: 48, totalOrders: 3, totalRevenue: 14_100, recentOrdersCount: 2 }),
          overview: () => {
            throw new TypeError('Failed to fetch')
          },
        },
      }}
    >
      <DashboardPage />
    </OfficeDouble>,
  )
  expect(await screen.findByText('What needs attention could not be loaded.')).toBeDefined()
  expect(screen.getByText('The sales could not be loaded.')).toBeDefined()
  expect(screen.getAllByRole('button', { name: 'Retry' })).toHaveLength(2)
})
