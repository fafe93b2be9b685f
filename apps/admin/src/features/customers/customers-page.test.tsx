import type { Customer } from '@marashi/domain/contracts/admin-customers'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { FakeAdminApi, type FakeAnswers } from '../../testing/fake-admin-api.tsx'
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
  await waitFor(() => expect(saveNote).toHaveBeenCalledExactlyOnceWith({ id: customerOf(1).id, note: 'Rings twice' }))
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
