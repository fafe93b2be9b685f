import type { Customer } from '@marashi/domain/contracts/admin-customers'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import { FakeAdminApi, type FakeAnswers, refusal } from '../../testing/fake-admin-api.tsx'
import { CustomersPage } from './customers-page.tsx'

afterEach(cleanup)

const customerOf = (number: number, changes: Partial<Customer> = {}): Customer => ({
  id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
  phone: `071200000${number}`,
  name: `Customer ${number}`,
  email: null,
  address: 'Moi Avenue 1',
  orders: 2,
  total: 5_500,
  lastOrderAt: '2026-11-21T06:05:00.000Z',
  lastOrderNumber: `MR10000${number}`,
  note: null,
  ...changes,
})

function show(answers: FakeAnswers['admin.customers']) {
  render(
    <FakeAdminApi answers={{ 'admin.customers': answers ?? {} }}>
      <CustomersPage search={undefined} onSearch={async () => undefined} />
    </FakeAdminApi>,
  )
}

it('lists who ordered and goes on from the cursor', async () => {
  const list = vi.fn(({ cursor }: { cursor?: string | undefined }) =>
    cursor === undefined
      ? { customers: [customerOf(1, { note: 'Rings twice' })], nextCursor: 'further' }
      : { customers: [customerOf(2)], nextCursor: null },
  )
  show({ list })
  await screen.findByRole('heading', { name: 'Customer 1' })
  expect(screen.getByText('Rings twice')).toBeDefined()
  expect(screen.getByText('Ksh 5,500 paid')).toBeDefined()
  expect(screen.getByRole('status').textContent).toBe('1 shown, there are more')
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }))
  await screen.findByRole('heading', { name: 'Customer 2' })
  expect(screen.getByRole('heading', { name: 'Customer 1' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
  expect(screen.getByRole('status').textContent).toBe('2 found')
})

it('says in words what each button and link does', async () => {
  show({ list: () => ({ customers: [customerOf(1)], nextCursor: null }) })
  const card = (await screen.findByRole('heading', { name: 'Customer 1' })).closest('article') as HTMLElement
  const actions = [...within(card).getAllByRole('button'), ...within(card).getAllByRole('link')]
  expect(actions.map(({ textContent }) => textContent)).toEqual([
    'Note',
    'Download data',
    'Erase',
    '0712000001',
    'WhatsApp',
    'Orders',
  ])
  // Whoever steers by voice says the words that are shown.
  for (const action of actions)
    expect(action.getAttribute('aria-label') ?? action.textContent).toContain(action.textContent)
})

it('saves a note', async () => {
  const saveNote = vi.fn(() => customerOf(1))
  show({ list: () => ({ customers: [customerOf(1)], nextCursor: null }), saveNote })
  await userEvent.click(await screen.findByRole('button', { name: 'Note on Customer 1' }))
  await userEvent.type(await screen.findByLabelText('Note'), 'Rings twice')
  await userEvent.click(screen.getByRole('button', { name: 'Save note' }))
  await waitFor(() =>
    expect(saveNote).toHaveBeenCalledExactlyOnceWith({ id: customerOf(1).id, note: 'Rings twice', noteBefore: null }),
  )
})

it('saves no note over one that was written on another device, and loads it', async () => {
  let stored: string | null = null
  const saveNote = vi.fn(({ noteBefore, note }: { noteBefore?: string | null | undefined; note: string }) => {
    if (noteBefore !== stored) throw refusal(409, 'Somebody has saved this note.', {}, 'STALE')
    return customerOf(1, { note })
  })
  show({ list: () => ({ customers: [customerOf(1, { note: stored })], nextCursor: null }), saveNote })
  await userEvent.click(await screen.findByRole('button', { name: 'Note on Customer 1' }))
  stored = 'Rings twice'
  await userEvent.type(await screen.findByLabelText('Note'), 'Pays cash')
  await userEvent.click(screen.getByRole('button', { name: 'Save note' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Load newest version' }))
  await waitFor(() => expect(screen.getByLabelText<HTMLTextAreaElement>('Note').value).toBe('Rings twice'))
  await userEvent.type(screen.getByLabelText('Note'), ', pays cash')
  await userEvent.click(screen.getByRole('button', { name: 'Save note' }))
  await waitFor(() =>
    expect(saveNote).toHaveBeenLastCalledWith({
      id: customerOf(1).id,
      note: 'Rings twice, pays cash',
      noteBefore: 'Rings twice',
    }),
  )
})

it('loads the newest version of a note whose customer has just ordered again', async () => {
  let newest = customerOf(1)
  const saveNote = () => {
    throw refusal(409, 'Somebody has saved this note.', {}, 'STALE')
  }
  show({ list: () => ({ customers: [newest], nextCursor: null }), saveNote })
  await userEvent.click(await screen.findByRole('button', { name: 'Note on Customer 1' }))
  // A customer goes by the newest order.
  newest = customerOf(1, { id: customerOf(9).id, note: 'Rings twice' })
  await userEvent.type(await screen.findByLabelText('Note'), 'Pays cash')
  await userEvent.click(screen.getByRole('button', { name: 'Save note' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Load newest version' }))
  await waitFor(() => expect(screen.getByLabelText<HTMLTextAreaElement>('Note').value).toBe('Rings twice'))
})

it('opens no note again that was closed while its newest version was loaded', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const saveNote = () => {
    throw refusal(409, 'Somebody has saved this note.', {}, 'STALE')
  }
  const list = async ({ search }: { search?: string | null | undefined }) => {
    if (search) await promise
    return { customers: [customerOf(1, { note: search ? 'Rings twice' : null })], nextCursor: null }
  }
  show({ list, saveNote })
  await userEvent.click(await screen.findByRole('button', { name: 'Note on Customer 1' }))
  await userEvent.type(await screen.findByLabelText('Note'), 'Pays cash')
  await userEvent.click(screen.getByRole('button', { name: 'Save note' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Load newest version' }))
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Discard changes' }))
  await waitFor(() => expect(screen.queryByLabelText('Note')).toBeNull())
  await act(async () => resolve())
  expect(screen.queryByLabelText('Note')).toBeNull()
})

it('erases only with the password', async () => {
  const erase = vi.fn(() => ({ orders: 2 }))
  show({ list: () => ({ customers: [customerOf(1)], nextCursor: null }), erase })
  await userEvent.click(await screen.findByRole('button', { name: 'Erase Customer 1' }))
  await screen.findByText(/This cannot be undone/)
  await userEvent.type(screen.getByLabelText('Password'), 'sandalwood')
  await userEvent.click(screen.getByRole('button', { name: 'Erase for good' }))
  await waitFor(() => expect(erase).toHaveBeenCalledExactlyOnceWith({ id: customerOf(1).id, password: 'sandalwood' }))
})

it('lets the browser read the file of a download before its address ends', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'], shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  const revoke = vi.fn()
  URL.createObjectURL = () => 'blob:data'
  URL.revokeObjectURL = revoke
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  onTestFinished(() => click.mockRestore())
  const data = vi.fn(() => ({}) as never)
  show({ list: () => ({ customers: [customerOf(1)], nextCursor: null }), data })
  fireEvent.click(await screen.findByRole('button', { name: /^Download data/ }))
  await waitFor(() => expect(click).toHaveBeenCalledOnce())
  expect(revoke).not.toHaveBeenCalled()
  vi.advanceTimersByTime(60_000)
  expect(revoke).toHaveBeenCalledExactlyOnceWith('blob:data')
})
