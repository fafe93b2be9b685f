import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { PaymentStats } from './payment-stats.tsx'

afterEach(cleanup)

it('tells the owner that its revenue keeps the money of deleted orders, unlike the dashboard', () => {
  render(
    <PaymentStats
      analytics={{
        totalPayments: 2,
        successfulPayments: 1,
        totalRevenue: 1_410_000,
        totalRevenueCents: 1_410_000,
        failedPayments: 1,
      }}
    />,
  )
  const card = screen.getByRole('heading', { name: 'Total Revenue' }).closest('li') as HTMLElement
  expect(within(card).getByText('Ksh 14,100.00')).toBeDefined()
  expect(within(card).getByText('From successful payments')).toBeDefined()
  expect(within(card).getByText(/deleted and cancelled orders included/)).toBeDefined()
})
