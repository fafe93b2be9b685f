import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { FakeAdminApi } from '../../testing/fake-admin-api.tsx'
import { SlipsPage } from './slips-page.tsx'

afterEach(cleanup)

it('reads the shop again too, whose answer may be the one that was lost', async () => {
  let isAway = true
  const answers = {
    'admin.orders': { packingSlips: () => ({ orders: [] }) },
    catalogue: {
      shop: () => {
        if (isAway) throw new TypeError('Failed to fetch')
        return {} as never
      },
    },
  }
  render(
    <FakeAdminApi answers={answers}>
      <SlipsPage orders="00000000-0000-4000-8000-000000000001" />
    </FakeAdminApi>,
  )
  const retry = await screen.findByRole('button', { name: 'Retry' })
  isAway = false
  await userEvent.click(retry)
  expect(await screen.findByText('These orders are no longer there.')).toBeDefined()
})
