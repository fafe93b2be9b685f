import type { ConfirmationAddresses } from '@marashi/domain/contracts/admin-transactions'
import { Toaster } from '@marashi/ui/toast'
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { FakeAdminApi, refusal } from '../../../testing/fake-admin-api.tsx'
import { ConfirmationAddressPanel } from './confirmation-addresses.tsx'

afterEach(cleanup)

const addresses: ConfirmationAddresses = {
  canRegister: true,
  state: 'never',
  registeredAt: null,
  lastConfirmationAt: null,
  confirmationUrl: 'https://shop.example/api/hooks/confirmation/abc',
  validationUrl: 'https://shop.example/api/hooks/validation/abc',
  message: null,
}

async function show(
  changes: Partial<ConfirmationAddresses>,
  registerConfirmations = vi.fn((): ConfirmationAddresses => addresses),
) {
  render(
    <FakeAdminApi
      answers={{
        'admin.transactions': { confirmationAddresses: () => ({ ...addresses, ...changes }), registerConfirmations },
      }}
    >
      <ConfirmationAddressPanel />
      <Toaster />
    </FakeAdminApi>,
  )
  await userEvent.click(await screen.findByText('M-Pesa’s reports of payments by hand'))
  await screen.findByText('https://shop.example/api/hooks/confirmation/abc')
  return registerConfirmations
}

async function register(password: string) {
  const dialog = within(screen.getByRole('dialog', { name: 'Register at M-Pesa' }))
  await userEvent.type(dialog.getByLabelText('Password'), password)
  await userEvent.click(dialog.getByRole('button', { name: 'Register the addresses' }))
  return dialog
}

it('shows the state, the addresses to copy, and the last report', async () => {
  await show({ state: 'registered', lastConfirmationAt: '2026-11-21T06:05:00.000Z' })
  expect(screen.getByText('Registered')).toBeDefined()
  expect(screen.getByText('Nov 21, 2026 09:05')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Copy: Confirmation address' })).toBeDefined()
  expect(screen.getByRole('button', { name: 'Copy: Validation address' })).toBeDefined()
})

it('offers no registration that cannot be, and says why', async () => {
  await show({ canRegister: false, message: 'M-Pesa is not configured.' })
  expect(screen.getByText('M-Pesa is not configured.')).toBeDefined()
  expect(screen.queryByRole('button', { name: /Register/ })).toBeNull()
})

it('registers with the password, and shows what it is then', async () => {
  const registered = { ...addresses, state: 'registered' as const, registeredAt: '2026-11-22T06:05:00.000Z' }
  const sent = await show(
    {},
    vi.fn(() => registered),
  )
  await userEvent.click(screen.getByRole('button', { name: 'Register the addresses' }))
  await register('attar-of-rose')
  expect(await screen.findByText('M-Pesa knows the addresses now')).toBeDefined()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(sent).toHaveBeenCalledWith({ password: 'attar-of-rose' })
  expect(screen.getByText('Nov 22, 2026 09:05')).toBeDefined()
})

it('keeps what M-Pesa says where it does not take them', async () => {
  const message = 'The Daraja app has no C2B product.'
  await show(
    {},
    vi.fn(() => ({ ...addresses, state: 'failed' as const, message })),
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
