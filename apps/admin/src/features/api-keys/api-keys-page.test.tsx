import type { ApiKey, CreatedApiKey } from '@marashi/domain/contracts/api-keys'
import { dismissErrors, Toaster } from '@marashi/ui/toast'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { FakeAdminApi, refusal } from '../../testing/fake-admin-api.tsx'
import { ApiKeysPage } from './api-keys-page.tsx'

afterEach(() => {
  cleanup()
  dismissErrors()
})

const key: ApiKey = {
  id: '5b0e6f0e-0000-4000-8000-000000000001',
  name: 'Bookkeeping',
  start: 'marashi_Ab12',
  scopes: ['orders:read', 'payments:write'],
  createdAt: '2026-11-01T08:00:00.000Z',
  endsAt: null,
  lastUsedAt: null,
  revokedAt: null,
}

type Answers = { keys?: ApiKey[]; create?: (input: unknown) => CreatedApiKey; revoke?: (input: unknown) => never }

function open({ keys = [key], create, revoke }: Answers = {}) {
  render(
    <FakeAdminApi
      at="/api-keys"
      answers={{ 'admin.apiKeys': { list: () => keys, ...(create && { create }), ...(revoke && { revoke }) } }}
    >
      <ApiKeysPage />
      <Toaster />
    </FakeAdminApi>,
  )
}

it('shows what each key may do, whether it works and when it was used', async () => {
  open({
    keys: [
      key,
      { ...key, id: '2', name: 'Courier', revokedAt: '2026-11-02T08:00:00.000Z' },
      { ...key, id: '3', name: 'Till', endsAt: '2026-11-03T00:00:00.000Z' },
    ],
  })
  const [live, revoked, ended] = (await screen.findAllByRole('article')).map((card) => within(card))
  expect(live?.getByText('Orders: Read')).toBeDefined()
  expect(live?.getByText('Payments: Read and change')).toBeDefined()
  expect(live?.getByText('Works')).toBeDefined()
  expect(live?.getByText('Never')).toBeDefined()
  expect(revoked?.getByText('Revoked')).toBeDefined()
  expect(ended?.getByText('Ended')).toBeDefined()
  for (const card of [revoked, ended]) expect(card?.queryByRole('button')).toBeNull()
})

it('makes a key with the chosen scopes until the end of a day in Nairobi, and shows it once', async () => {
  const asked: unknown[] = []
  open({
    keys: [],
    create: (input) => {
      asked.push(input)
      return { ...key, key: 'marashi_secret' }
    },
  })
  expect(await screen.findByText('No keys yet')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Create a key' }))
  await userEvent.type(await screen.findByLabelText('Name'), 'Bookkeeping')
  await userEvent.selectOptions(screen.getByLabelText('Orders'), 'Read')
  await userEvent.selectOptions(screen.getByLabelText('Payments'), 'Read and change')
  await userEvent.type(screen.getByLabelText(/Last day/), '2027-01-31')
  await userEvent.click(screen.getByRole('button', { name: 'Create key' }))
  expect(await screen.findByText('marashi_secret')).toBeDefined()
  expect(asked).toEqual([
    { name: 'Bookkeeping', scopes: ['orders:read', 'payments:write'], endsAt: '2027-01-31T21:00:00.000Z' },
  ])
  await userEvent.click(screen.getByRole('button', { name: 'Done' }))
  expect(screen.queryByText('marashi_secret')).toBeNull()
})

it('asks before a new key is gone that may not be copied yet', async () => {
  open({ create: () => ({ ...key, key: 'marashi_secret' }) })
  await userEvent.click(await screen.findByRole('button', { name: 'Create a key' }))
  await userEvent.type(await screen.findByLabelText('Name'), 'Bookkeeping')
  await userEvent.selectOptions(screen.getByLabelText('Orders'), 'Read')
  await userEvent.click(screen.getByRole('button', { name: 'Create key' }))
  await screen.findByText('marashi_secret')
  await userEvent.keyboard('{Escape}')
  await userEvent.click(await screen.findByRole('button', { name: 'Back to the key' }))
  expect(screen.getByText('marashi_secret')).toBeDefined()
  await userEvent.keyboard('{Escape}')
  const question = within(await screen.findByRole('alertdialog', { name: 'Close without a copy of the key?' }))
  await userEvent.click(question.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByText('marashi_secret')).toBeNull())
})

it('says of a sandbox key that it works nowhere else', async () => {
  open({ create: () => ({ ...key, key: 'marashi_sandbox_secret' }) })
  await userEvent.click(await screen.findByRole('button', { name: 'Create a key' }))
  await userEvent.type(await screen.findByLabelText('Name'), 'Trying')
  await userEvent.selectOptions(screen.getByLabelText('Orders'), 'Read')
  await userEvent.click(screen.getByRole('button', { name: 'Create key' }))
  expect(await screen.findByText(/a shop that sells refuses it/)).toBeDefined()
})

it('says what is missing, and keeps what was typed', async () => {
  open({
    create: () => {
      throw refusal(400, 'Please choose what the key may do', { scopes: 'Please choose what the key may do' })
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Create a key' }))
  await userEvent.type(await screen.findByLabelText('Name'), 'Till')
  await userEvent.click(screen.getByRole('button', { name: 'Create key' }))
  expect((await screen.findAllByText('Please choose what the key may do')).length).toBeGreaterThan(0)
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Till')
})

it('asks before it revokes a key', async () => {
  const revoked: unknown[] = []
  open({
    revoke: (input) => {
      revoked.push(input)
      // The type of an answer without a body.
      return undefined as never
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Revoke Bookkeeping' }))
  const question = await screen.findByRole('alertdialog')
  expect(within(question).getByText(/refused from now on/)).toBeDefined()
  await userEvent.click(within(question).getByRole('button', { name: 'Revoke' }))
  expect(await screen.findByText('Key revoked')).toBeDefined()
  expect(revoked).toEqual([{ id: key.id }])
})
