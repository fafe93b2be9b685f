import type { AdminOrder } from '@marashi/domain/contracts/admin-orders'
import { Toaster } from '@marashi/ui/toast'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { FakeAdminApi, refusal } from '../../testing/fake-admin-api.tsx'
import { makeOrder } from '../../testing/records.ts'
import { StatusSelect } from './status-select.tsx'
import { useStatusChange } from './use-status-change.ts'

afterEach(cleanup)

type Change = { id: string; status: AdminOrder['status']; updatedAt?: string | undefined }
type SetStatus = (change: Change) => AdminOrder | Promise<AdminOrder>

function Changing({ order }: { order: AdminOrder }) {
  return <StatusSelect order={order} change={useStatusChange(order)} />
}

async function show(order: AdminOrder, setStatus: SetStatus = () => order) {
  render(
    <FakeAdminApi answers={{ 'admin.orders': { setStatus } }}>
      <Changing order={order} />
      <Toaster />
    </FakeAdminApi>,
  )
  return (await screen.findByLabelText(`Status of order ${order.orderNumber}`)) as HTMLSelectElement
}

describe('the status of an order', () => {
  it('is changed in the version that was read, and changed back by Undo', async () => {
    const order = makeOrder()
    const setStatus = vi.fn<SetStatus>(({ status }) => ({ ...order, status, updatedAt: `after ${status}` }))
    const select = await show(order, setStatus)
    await userEvent.selectOptions(select, 'Shipped')
    await userEvent.click(await screen.findByRole('button', { name: /Undo/ }))
    await waitFor(() => expect(setStatus).toHaveBeenCalledTimes(2))
    expect(setStatus.mock.calls).toEqual([
      [{ id: order.id, status: 'shipped', updatedAt: order.updatedAt }],
      [{ id: order.id, status: 'pending', updatedAt: 'after shipped' }],
    ])
  })

  it('is not changed back by Undo once somebody else has changed it, and says so', async () => {
    const order = makeOrder()
    const select = await show(order, ({ status }) => {
      if (status === 'pending')
        throw refusal(409, 'Somebody else has saved this order since you opened it.', {}, 'STALE')
      return { ...order, status, updatedAt: 'after shipped' }
    })
    await userEvent.selectOptions(select, 'Shipped')
    await userEvent.click(await screen.findByRole('button', { name: /Undo/ }))
    expect(await screen.findByText('Somebody else has saved this order since you opened it.')).toBeDefined()
  })

  it('takes two quick choices one after the other, the second on top of the first', async () => {
    const order = makeOrder()
    const setStatus = vi.fn<SetStatus>(async ({ status }) => {
      await new Promise((resolve) => setTimeout(resolve, 100))
      return { ...order, status, updatedAt: `after ${status}` }
    })
    const select = await show(order, setStatus)
    await userEvent.selectOptions(select, 'Processing')
    await userEvent.selectOptions(select, 'Shipped')
    await waitFor(() => expect(setStatus).toHaveBeenCalledTimes(2))
    expect(setStatus.mock.calls).toEqual([
      [{ id: order.id, status: 'processing', updatedAt: order.updatedAt }],
      [{ id: order.id, status: 'shipped', updatedAt: 'after processing' }],
    ])
  })

  it('returns to the old value when the API refuses, and says so', async () => {
    const select = await show(makeOrder(), () => {
      throw refusal(409, 'Somebody else has changed this order.')
    })
    await userEvent.selectOptions(select, 'Delivered')
    expect(await screen.findByText('Somebody else has changed this order.')).toBeDefined()
    await waitFor(() => expect(select.value).toBe('pending'))
  })

  it('says "Failed to update order status" when no response comes', async () => {
    const select = await show(makeOrder(), () => {
      throw new TypeError('Failed to fetch')
    })
    await userEvent.selectOptions(select, 'Delivered')
    expect(await screen.findByText('Failed to update order status')).toBeDefined()
  })

  it('offers four statuses, and shows cancelled without offering it', async () => {
    const select = await show(makeOrder({ status: 'cancelled' }))
    expect(select.value).toBe('cancelled')
    expect([...select.options].map(({ text, disabled }) => [text, disabled])).toEqual([
      ['Pending', false],
      ['Processing', false],
      ['Shipped', false],
      ['Delivered', false],
      ['Cancelled', true],
    ])
  })

  it('never offers cancelled', async () => {
    expect([...(await show(makeOrder())).options].map(({ text }) => text)).not.toContain('Cancelled')
  })
})
