import type { AnsweredApart, cancelManyInput } from '@marashi/domain/contracts/admin-order-steps'
import type { AdminOrder } from '@marashi/domain/contracts/admin-orders'
import { dismissErrors, Toaster } from '@marashi/ui/toast'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { TRPCClientError } from '@trpc/client'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { z } from 'zod'
import { FakeAdminApi } from '../../../testing/fake-admin-api.tsx'
import { makeOrder } from '../../../testing/records.ts'
import { OrdersPage } from '../orders-page.tsx'

afterEach(() => {
  cleanup()
  dismissErrors()
  vi.unstubAllGlobals()
})

const onWideScreen = () =>
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }))

type CancelMany = z.input<typeof cancelManyInput>
type Problem = NonNullable<AnsweredApart['results'][number]['problem']>
const onDelivery = { paymentMethod: 'manual', paymentState: 'on-delivery' } as const

/**
 * A list of orders of which the shop cancels all that it is asked to, but for those that `refuse` gives a reason for. Answers
 * what it was asked.
 */
async function show(
  orders: AdminOrder[],
  {
    refuse = () => null,
    answer,
  }: { refuse?: (order: AdminOrder) => Problem | null; answer?: () => Promise<void> } = {},
) {
  let stored = orders
  const asked: CancelMany[] = []
  const cancelMany = async (input: CancelMany): Promise<AnsweredApart> => {
    asked.push(input)
    const results = input.orders.map(({ id }) => {
      const order = stored.find((each) => each.id === id) as AdminOrder
      const problem =
        order.status === 'cancelled' ? { code: 'CONFLICT', message: 'This order is cancelled already.' } : refuse(order)
      return problem ? { id, order: null, problem } : { id, order: { ...order, status: 'cancelled' as const }, problem }
    })
    const gone = new Map(results.map(({ id, order }) => [id, order]))
    stored = stored.map((order) => gone.get(order.id) ?? order)
    await answer?.()
    return { results }
  }
  const counts = {
    all: orders.length,
    pending: 0,
    processing: 0,
    shipped: 0,
    delivered: 0,
    cancelled: 0,
    'to-pack': 0,
    unpaid: 0,
  }
  const list = () => ({ orders: stored, total: stored.length, nextCursor: null, counts })
  render(
    <FakeAdminApi answers={{ 'admin.orders': { list, cancelMany } }}>
      <main>
        <OrdersPage search={{}} onSearch={async () => undefined} />
      </main>
      <Toaster />
    </FakeAdminApi>,
  )
  await screen.findByText('MR100001')
  return asked
}

const junk = (count: number) => Array.from({ length: count }, (_, index) => makeOrder(onDelivery, index + 1))
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))
const select = (name: string) => userEvent.click(screen.getByRole('checkbox', { name }))
const selected = () => within(screen.getByRole('toolbar')).getByRole('status').textContent
const all = 'Select all orders on this page'

async function openDialog(name: string) {
  await press('Cancel orders…')
  return within(await screen.findByRole('dialog', { name }))
}

async function giveReason(form: ReturnType<typeof within>, submit: string) {
  await userEvent.type(form.getByLabelText('Reason'), 'Not a real order')
  await userEvent.click(form.getByRole('button', { name: submit }))
}

describe('on a phone', () => {
  it('cancels all of the page for one reason, and goes on selecting', async () => {
    const orders = junk(3)
    const asked = await show(orders)
    await press('Select orders')
    await select(all)
    const form = await openDialog('Cancel 3 orders')
    expect(form.getByText('They stay on the list as cancelled.')).toBeDefined()
    await userEvent.click(form.getByRole('button', { name: 'Cancel 3 orders' }))
    await form.findByText('Please give a reason')
    expect(asked).toEqual([])
    await giveReason(form, 'Cancel 3 orders')
    await screen.findByText('3 orders cancelled')
    expect(asked).toEqual([
      {
        orders: orders.map(({ id, updatedAt }) => ({ id, updatedAt })),
        reason: 'Not a real order',
        restock: true,
      },
    ])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(selected()).toBe('Tap orders, or the box for all of them')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })))
    await press('Stop selecting')
    expect(screen.getAllByText('Cancelled', { selector: 'article *' })).toHaveLength(3)
  })

  it('keeps the pieces out of stock where the owner says so', async () => {
    const asked = await show(junk(2))
    await press('Select orders')
    await select('Select order MR100002')
    const form = await openDialog('Cancel 1 order')
    await userEvent.click(form.getByLabelText('Put the perfumes back into stock'))
    await giveReason(form, 'Cancel 1 order')
    await screen.findByText('1 order cancelled')
    expect(asked).toMatchObject([{ restock: false }])
  })
})

it('leaves orders with money alone and selected, and says how many', async () => {
  onWideScreen()
  const asked = await show([
    makeOrder(onDelivery, 1),
    makeOrder({ paymentState: 'paid' }, 2),
    makeOrder({ needsCheck: true }, 3),
    makeOrder({ ...onDelivery, status: 'delivered' }, 4),
    makeOrder({ status: 'cancelled', paymentState: 'cancelled' }, 5),
    makeOrder({ ...onDelivery, hasOpenClaim: true }, 6),
  ])
  await select(all)
  const form = await openDialog('Cancel 1 order')
  expect(
    form.getByText(/4 of the selected are paid or have money to check.*1 of the selected is cancelled already\./),
  ).toBeDefined()
  await giveReason(form, 'Cancel 1 order')
  await waitFor(() => expect(asked).toHaveLength(1))
  await screen.findByText('1 order cancelled')
  expect(asked.map(({ orders }) => orders.map(({ id }) => id))).toEqual([[makeOrder({}, 1).id]])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(selected()).toMatch(/^5 selected/)
})

it('offers no cancelling where nothing can be cancelled with others', async () => {
  onWideScreen()
  await show([makeOrder({ paymentState: 'paid' }, 1), makeOrder(onDelivery, 2)])
  await select('Select order MR100001')
  expect(screen.queryByRole('button', { name: 'Cancel orders…' })).toBeNull()
  await select('Select order MR100002')
  expect(screen.getByRole('button', { name: 'Cancel orders…' })).toBeDefined()
})

it('says in one message what was cancelled, and what was refused and why, and keeps that selected', async () => {
  onWideScreen()
  const problem = { code: 'ORDER_HAS_MONEY', message: 'Please cancel this order by itself.' }
  await show(junk(6), { refuse: ({ orderNumber }) => (orderNumber > 'MR100002' ? problem : null) })
  await select(all)
  await giveReason(await openDialog('Cancel 6 orders'), 'Cancel 6 orders')
  await screen.findByText(
    '2 orders cancelled. MR100003, MR100004, MR100005 and 1 more: Please cancel this order by itself.',
  )
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const isSelected = (number: string) =>
    screen.getByRole<HTMLInputElement>('checkbox', { name: `Select order ${number}` }).checked
  expect(['MR100001', 'MR100002', 'MR100003', 'MR100006'].map(isSelected)).toEqual([false, false, true, true])
})

it('keeps the form when the answer is lost, and may send it again', async () => {
  onWideScreen()
  const answer = vi
    .fn<() => Promise<void>>(async () => undefined)
    .mockRejectedValueOnce(new TRPCClientError('Failed to fetch'))
  const asked = await show(junk(2), { answer })
  await select(all)
  const form = await openDialog('Cancel 2 orders')
  await giveReason(form, 'Cancel 2 orders')
  await form.findByText('The shop did not answer. Check your connection and try again.')
  expect(form.getByLabelText<HTMLInputElement>('Reason').value).toBe('Not a real order')
  await userEvent.click(form.getByRole('button', { name: 'Cancel 2 orders' }))
  await screen.findByText('No order cancelled. MR100001, MR100002: This order is cancelled already.')
  expect(asked[1]).toEqual(asked[0])
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('sends once however often the button is pressed, and stays open until the answer comes', async () => {
  onWideScreen()
  const { promise, resolve } = Promise.withResolvers<void>()
  const asked = await show(junk(2), { answer: () => promise })
  await select(all)
  const form = await openDialog('Cancel 2 orders')
  await giveReason(form, 'Cancel 2 orders')
  await userEvent.click(await form.findByRole('button', { name: 'Cancelling...' }))
  await userEvent.keyboard('{Escape}')
  expect(form.getByRole('button', { name: 'Cancelling...' })).toBeDefined()
  resolve()
  await screen.findByText('2 orders cancelled')
  expect(asked).toHaveLength(1)
})

it('gives the focus back when the orders are kept', async () => {
  onWideScreen()
  await show(junk(2))
  await select('Select order MR100001')
  const form = await openDialog('Cancel 1 order')
  await userEvent.click(form.getByRole('button', { name: 'Keep them' }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel orders…' })))
  expect(selected()).toBe('1 selected Ksh 4,700.00')
})
