import { createMemoryHistory } from '@tanstack/react-router'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { FakeAdminApi } from '../../../testing/fake-admin-api.tsx'
import { makeOrder } from '../../../testing/records.ts'
import { Palette } from './palette.tsx'

beforeEach(() => {
  const nothing = () => undefined
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = nothing
      unobserve = nothing
      disconnect = nothing
    },
  )
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const withCents = { ...makeOrder({ orderNumber: 'MR100001' }), totalCents: 0, refundedCents: 0 }
const counts = { all: 1, pending: 0, processing: 0, shipped: 0, delivered: 0, cancelled: 0, 'to-pack': 0, unpaid: 0 }

it('opens by Enter no order that an older text has found', async () => {
  const list = ({ search }: { search?: string | null | undefined }) => {
    const orders = search && 'MR100001'.includes(search) ? [withCents] : []
    return { orders, total: orders.length, counts, nextCursor: null }
  }
  const history = createMemoryHistory({ initialEntries: ['/'] })
  render(
    <FakeAdminApi answers={{ 'admin.orders': { list } }} history={history}>
      <Palette onDone={vi.fn()} />
    </FakeAdminApi>,
  )
  const field = await screen.findByRole('combobox')
  await userEvent.type(field, 'MR10000')
  await screen.findByText(/^MR100001/)
  await userEvent.type(field, '2{Enter}')
  expect(history.location.search).toBe('?search=MR100002')
})
