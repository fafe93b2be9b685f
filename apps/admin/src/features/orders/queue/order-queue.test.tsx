import type { AdvanceMany, AnsweredApart } from '@marashi/domain/contracts/admin-order-steps'
import type { AdminOrder } from '@marashi/domain/contracts/admin-orders'
import { Toaster } from '@marashi/ui/toast'
import { act, cleanup, render, renderHook, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FakeAdminApi } from '../../../testing/fake-admin-api.tsx'
import { makeOrder } from '../../../testing/records.ts'
import { OrdersPage } from '../orders-page.tsx'
import { useSelection } from './use-selection.ts'

afterEach(cleanup)

/** A list of pending orders; an order leaves it when its status changes, and the list is asked for again. */
async function showPending(count: number, { answersOnce = false } = {}) {
  let asked = 0
  let orders = Array.from({ length: count }, (_, index) => makeOrder({ paymentState: 'paid' }, index + 1))
  render(
    <FakeAdminApi
      answers={{
        'admin.orders': {
          list: () => {
            asked += 1
            if (answersOnce && asked > 1) return new Promise<never>(() => undefined)
            return {
              orders,
              total: orders.length,
              nextCursor: null,
              counts: {
                all: 9,
                pending: orders.length,
                processing: 0,
                shipped: 0,
                delivered: 0,
                cancelled: 0,
                'to-pack': 0,
                unpaid: orders.length,
              },
            }
          },
          setStatus: ({ id, status }) => {
            const order = orders.find((each) => each.id === id) as AdminOrder
            orders = orders.filter((each) => each !== order)
            return { ...order, status, updatedAt: new Date().toISOString() }
          },
        },
      }}
    >
      <main>
        <OrdersPage search={{ status: 'pending' }} onSearch={async () => undefined} />
      </main>
    </FakeAdminApi>,
  )
  return async (number: string) => userEvent.click(await screen.findByRole('button', { name: `Pack: order ${number}` }))
}

it('moves the focus to the next order when one has left the list', async () => {
  const pack = await showPending(3)
  await pack('MR100001')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('article', { name: 'MR100002' })))
  expect(screen.queryByRole('article', { name: 'MR100001' })).toBeNull()
})

it('offers the next step with the answer, however long the list takes', async () => {
  const pack = await showPending(1, { answersOnce: true })
  await pack('MR100001')
  const send = await screen.findByRole('button', { name: 'Send out: order MR100001' })
  await waitFor(() => expect(send.getAttribute('aria-disabled')).toBeNull())
})

it('moves the focus to the order before when the last one has left', async () => {
  const pack = await showPending(2)
  await pack('MR100002')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('article', { name: 'MR100001' })))
})

it('moves the focus to the heading when none is left', async () => {
  const pack = await showPending(1)
  await pack('MR100001')
  await screen.findByText('No Orders Found')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })))
})

it('prints the slips of all orders of the page that are still to be sent', async () => {
  await showPending(3)
  const link = await screen.findByRole('link', { name: 'Print the slips of the 3 orders to send' })
  const ids = [1, 2, 3].map((number) => makeOrder({}, number).id).join(',')
  expect(decodeURIComponent(link.getAttribute('href') ?? '')).toBe(`/slips?orders=${ids}`)
})

it('prints no slips of orders whose money has not come or went back', async () => {
  const orders = [
    makeOrder({ paymentState: 'paid' }, 1),
    makeOrder({ paymentState: 'unpaid' }, 2),
    makeOrder({ paymentState: 'on-delivery', paymentMethod: 'manual' }, 3),
    makeOrder({ paymentState: 'unpaid', needsCheck: true, status: 'processing' }, 4),
    makeOrder({ paymentState: 'refunded' }, 5),
    makeOrder({ paymentState: 'paid', status: 'shipped' }, 6),
  ]
  const counts = {
    all: 6,
    pending: 4,
    processing: 1,
    shipped: 1,
    delivered: 0,
    cancelled: 0,
    'to-pack': 2,
    unpaid: 2,
  }
  render(
    <FakeAdminApi answers={{ 'admin.orders': { list: () => ({ orders, total: 6, nextCursor: null, counts }) } }}>
      <OrdersPage search={{}} onSearch={async () => undefined} />
    </FakeAdminApi>,
  )
  const link = await screen.findByRole('link', { name: 'Print the slips of the 2 orders to send' })
  const ids = [1, 3].map((number) => makeOrder({}, number).id).join(',')
  expect(decodeURIComponent(link.getAttribute('href') ?? '')).toBe(`/slips?orders=${ids}`)
})

it('selects no order that has left the page and comes back', async () => {
  const both = [makeOrder({}, 1), makeOrder({}, 2)]
  const { result, rerender } = renderHook(useSelection, { initialProps: both })
  act(() => result.current.toggleAll())
  rerender(both.slice(1))
  rerender(both)
  expect(result.current.selected).toEqual(both.slice(1))
  expect([result.current.isAll, result.current.has(both[0]?.id ?? '')]).toEqual([false, false])
})

it('opens a row with a tap, until orders are selected', async () => {
  await showPending(2)
  const opens = () => screen.queryByRole('link', { name: /MR100001/ })
  const start = await screen.findByRole('button', { name: 'Select orders' })
  expect(opens()).not.toBeNull()
  expect(screen.queryByRole('toolbar')).toBeNull()
  await userEvent.click(start)
  expect(opens()).toBeNull()
  expect(screen.queryByRole('button', { name: /^Pack: order/ })).toBeNull()
  const count = within(screen.getByRole('toolbar')).getByRole('status')
  expect(count.textContent).toBe('Tap orders, or the box for all of them')
  await userEvent.click(screen.getByText('MR100001'))
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select order MR100001' }).checked).toBe(true)
  expect(count.textContent).toBe('1 selected Ksh 4,700.00')
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select all orders on this page' }))
  expect(count.textContent).toBe('2 selected Ksh 9,400.00')
  expect(screen.getByRole('button', { name: 'Pack 2' })).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Stop selecting' }))
  expect(opens()).not.toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Select orders' }))
})

describe('on a wide screen', () => {
  beforeEach(() => {
    vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }))
  })
  afterEach(() => vi.unstubAllGlobals())

  async function showTable(advanceMany: (input: AdvanceMany) => AnsweredApart) {
    const orders = [1, 2, 3].map((number) => makeOrder({ paymentState: 'paid', total: 1_000 }, number))
    const counts = {
      all: 3,
      pending: 3,
      processing: 0,
      shipped: 0,
      delivered: 0,
      cancelled: 0,
      'to-pack': 3,
      unpaid: 0,
    }
    render(
      <FakeAdminApi
        answers={{ 'admin.orders': { list: () => ({ orders, total: 3, nextCursor: null, counts }), advanceMany } }}
      >
        <OrdersPage search={{}} onSearch={async () => undefined} />
        <Toaster />
      </FakeAdminApi>,
    )
    await screen.findByRole('row', { name: /MR100001/ })
    return orders
  }

  it('moves the selected orders on together, takes them back together, and names what was refused', async () => {
    const calls: AdvanceMany[] = []
    const orders = await showTable((input) => {
      calls.push(input)
      return {
        results: input.changes.map(({ id, status }) => {
          const order = makeOrder({ id, status, updatedAt: `after ${status}` })
          const problem = { code: 'STALE', message: 'Somebody has saved this order.' }
          return id.endsWith('3') && status === 'processing'
            ? { id, order: null, problem }
            : { id, order, problem: null }
        }),
      }
    })
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select all orders on this page' }))
    expect(within(screen.getByRole('toolbar')).getByRole('status').textContent).toBe('3 selected Ksh 3,000.00')
    expect(
      within(screen.getByRole('toolbar')).getByRole('link', { name: 'Export selected' }).getAttribute('href'),
    ).toBe(`/api/admin/orders.csv?orders=${orders.map(({ id }) => id).join('%2C')}`)
    await userEvent.click(screen.getByRole('button', { name: 'Pack 3' }))
    await screen.findByText(/^Failed to update order status: MR100003\. Somebody has saved/)
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    await screen.findByText('2 orders are now Processing')
    expect(within(screen.getByRole('toolbar')).getByRole('status').textContent).toBe('1 selected Ksh 1,000.00')
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select order MR100003' }).checked).toBe(true)
    await userEvent.click(screen.getByRole('button', { name: /Undo/ }))
    await waitFor(() => expect(calls).toHaveLength(2))
    expect(calls[1]?.changes).toEqual(
      orders.slice(0, 2).map(({ id }) => ({ id, status: 'pending', updatedAt: 'after processing' })),
    )
  })

  it('keeps all of them selected where no answer comes', async () => {
    await showTable(() => {
      throw new TypeError('Failed to fetch')
    })
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select all orders on this page' }))
    await userEvent.click(screen.getByRole('button', { name: 'Pack 3' }))
    await screen.findByText('Failed to update order status')
    await waitFor(() => expect(screen.getByRole('button', { name: 'Pack 3' }).ariaDisabled).toBeNull())
    expect(within(screen.getByRole('toolbar')).getByRole('status').textContent).toBe('3 selected Ksh 3,000.00')
  })

  it('moves the focus to the box for all of them when the bar goes', async () => {
    await showTable(({ changes }) => ({
      results: changes.map(({ id, status }) => ({ id, order: makeOrder({ id, status }), problem: null })),
    }))
    const all = screen.getByRole('checkbox', { name: 'Select all orders on this page' })
    await userEvent.click(all)
    await userEvent.click(screen.getByRole('button', { name: 'Pack 3' }))
    await waitFor(() => expect(document.activeElement).toBe(all))
    await userEvent.click(all)
    await userEvent.click(screen.getByRole('button', { name: 'Clear the selection' }))
    expect(document.activeElement).toBe(all)
  })

  it('forgets the selection when it is cleared', async () => {
    await showTable(() => ({ results: [] }))
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select order MR100002' }))
    expect(within(screen.getByRole('toolbar')).getByRole('status').textContent).toBe('1 selected Ksh 1,000.00')
    await userEvent.click(screen.getByRole('button', { name: 'Clear the selection' }))
    expect(screen.queryByRole('toolbar')).toBeNull()
  })
})
