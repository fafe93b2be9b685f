import type { ConfirmationStatus } from '@marashi/domain/contracts/admin-confirmations'
import { Toaster } from '@marashi/ui/toast'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { FakeAdminApi, refusal } from '../../../testing/fake-admin-api.tsx'
import { ConfirmationAddressPanel } from './confirmation-addresses.tsx'

afterEach(cleanup)

const status: ConfirmationStatus = {
  canRegister: true,
  state: 'never',
  registeredAt: null,
  lastConfirmationAt: null,
  replacedAt: null,
  message: null,
}
const secret = 'https://shop.example/api/hooks/confirmation/abc'
const addresses = { confirmationUrl: secret, validationUrl: 'https://shop.example/api/hooks/validation/abc' }

async function show(
  changes: Partial<ConfirmationStatus>,
  register = vi.fn((): ConfirmationStatus => status),
  reveal = vi.fn(() => addresses),
  replace = vi.fn((): ConfirmationStatus => status),
) {
  render(
    <FakeAdminApi
      answers={{ 'admin.confirmations': { status: () => ({ ...status, ...changes }), register, reveal, replace } }}
    >
      <ConfirmationAddressPanel />
      <Toaster />
    </FakeAdminApi>,
  )
  await userEvent.click(await screen.findByText('M-Pesa’s reports of payments by hand'))
  await screen.findByRole('button', { name: 'Show the addresses' })
  return { register, reveal, replace }
}

async function enterPassword(dialogName: string, password: string, submit: string) {
  const dialog = within(screen.getByRole('dialog', { name: dialogName }))
  await userEvent.type(dialog.getByLabelText('Password'), password)
  await userEvent.click(dialog.getByRole('button', { name: submit }))
  return dialog
}
const register = (password: string) => enterPassword('Register at M-Pesa', password, 'Register the addresses')
const reveal = (password: string) => enterPassword('Show the secret addresses', password, 'Show the addresses')

it('shows the state and the last report', async () => {
  await show({ state: 'registered', lastConfirmationAt: '2026-11-21T06:05:00.000Z' })
  expect(screen.getByText('Registered')).toBeDefined()
  expect(screen.getByText('Nov 21, 2026 09:05')).toBeDefined()
})

it('offers no registration that cannot be, and says why', async () => {
  await show({ canRegister: false, message: 'M-Pesa is not configured.' })
  expect(screen.getByText('M-Pesa is not configured.')).toBeDefined()
  expect(screen.queryByRole('button', { name: /Register/ })).toBeNull()
})

it('registers with the password, and shows what it is then', async () => {
  const registered = { ...status, state: 'registered' as const, registeredAt: '2026-11-22T06:05:00.000Z' }
  const sent = await show(
    {},
    vi.fn(() => registered),
  )
  await userEvent.click(screen.getByRole('button', { name: 'Register the addresses' }))
  await register('attar-of-rose')
  expect(await screen.findByText('M-Pesa knows the addresses now')).toBeDefined()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(sent.register).toHaveBeenCalledWith({ password: 'attar-of-rose' })
  expect(screen.getByText('Nov 22, 2026 09:05')).toBeDefined()
})

it('keeps what M-Pesa says where it does not take them', async () => {
  const message = 'The Daraja app has no C2B product.'
  await show(
    {},
    vi.fn(() => ({ ...status, state: 'failed' as const, message })),
  )
  await userEvent.click(screen.getByRole('button', { name: 'Register the addresses' }))
  const dialog = await register('attar-of-rose')
  expect((await dialog.findByRole('alert')).textContent).toBe(message)
})

it('shows a wrong password under its field', async () => {
  const wrong = () => {
    throw refusal(400, 'Invalid password', { password: 'Invalid password' })
  }
  await show({}, vi.fn(wrong))
  await userEvent.click(screen.getByRole('button', { name: 'Register the addresses' }))
  const dialog = await register('guess')
  expect(await dialog.findByText('Invalid password')).toBeDefined()
  expect(dialog.queryByRole('alert')).toBeNull()
})

it('keeps no words of a session that has ended in the dialog', async () => {
  const ended = vi.fn(() => {
    throw refusal(401, 'Please log in.', {}, 'UNAUTHORIZED')
  })
  await show({}, ended)
  await userEvent.click(screen.getByRole('button', { name: 'Register the addresses' }))
  const dialog = await register('attar-of-rose')
  await waitFor(() => expect(ended).toHaveBeenCalledOnce())
  await dialog.findByRole('button', { name: 'Register the addresses' })
  expect(dialog.queryByRole('alert')).toBeNull()
  expect(dialog.getByLabelText<HTMLInputElement>('Password').value).toBe('attar-of-rose')
})

it('shows the addresses to copy after the password, and hides them with the panel', async () => {
  const sent = await show({})
  expect(screen.queryByText(secret)).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Show the addresses' }))
  await reveal('attar-of-rose')
  expect(await screen.findByText(secret)).toBeDefined()
  expect(sent.reveal).toHaveBeenCalledWith({ password: 'attar-of-rose' })
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByRole('button', { name: 'Copy: Confirmation address' })).toBeDefined()
  expect(screen.getByRole('button', { name: 'Copy: Validation address' })).toBeDefined()
  const fold = () => userEvent.click(screen.getByText('M-Pesa’s reports of payments by hand'))
  await fold()
  await fold()
  expect(await screen.findByRole('button', { name: 'Show the addresses' })).toBeDefined()
  expect(screen.queryByText(secret)).toBeNull()
})

it('shows no address after a wrong password', async () => {
  const wrong = () => {
    throw refusal(400, 'Invalid password', { password: 'Invalid password' })
  }
  await show({}, undefined, vi.fn(wrong))
  await userEvent.click(screen.getByRole('button', { name: 'Show the addresses' }))
  const dialog = await reveal('guess')
  expect(await dialog.findByText('Invalid password')).toBeDefined()
  expect(screen.queryByText(secret)).toBeNull()
})

it('replaces the addresses after the password, and says what becomes of the old ones', async () => {
  const message = 'The address was replaced, and the new one is not registered yet.'
  const replaced = { ...status, replacedAt: '2026-11-25T06:05:00.000Z', message }
  const sent = await show(
    { state: 'registered' },
    undefined,
    undefined,
    vi.fn(() => replaced),
  )
  expect(screen.queryByText(/still receive/)).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Replace the addresses' }))
  await enterPassword('Replace the secret addresses', 'attar-of-rose', 'Replace the addresses')
  expect(await screen.findByText(message)).toBeDefined()
  expect(screen.getByText(/still receive, until a week after/)).toBeDefined()
  expect(screen.getByText('Not registered')).toBeDefined()
  expect(sent.replace).toHaveBeenCalledWith({ password: 'attar-of-rose' })
})
