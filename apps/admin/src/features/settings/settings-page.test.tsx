import type { SettingsList } from '@marashi/domain/contracts/settings'
import { settingsFrom } from '@marashi/domain/rules/settings/groups'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { FakeAdminApi, refusal } from '../../testing/fake-admin-api.tsx'
import { SettingsPage } from './settings-page.tsx'

afterEach(cleanup)

const record = (value: unknown, version = 0) => ({ value, initial: value, version, lockedBy: null, lastChange: null })
const list = () => settingsFrom((_key, { initial }) => record(initial)) as unknown as SettingsList

it('saves no other amount than the one that was typed', async () => {
  const save = vi.fn((_: { value: unknown }): never => {
    throw refusal(400, 'Please enter a number')
  })
  render(
    <FakeAdminApi answers={{ 'admin.settings': { list, save } }}>
      <SettingsPage />
    </FakeAdminApi>,
  )
  const hours = await screen.findByLabelText(/^Hours that an order/)
  await userEvent.clear(hours)
  await userEvent.type(hours, '35,00{Enter}')
  await screen.findByText(/Please enter a number/)
  expect(save.mock.calls).toMatchObject([[{ value: '35,00' }]])
})

it('lets the owner say for how long orders that wait hold their pieces', async () => {
  const save = vi.fn(({ value }: { value: unknown }) => record(value, 1) as never)
  render(
    <FakeAdminApi answers={{ 'admin.settings': { list, save } }}>
      <SettingsPage />
    </FakeAdminApi>,
  )
  const stock = within(await screen.findByRole('group', { name: 'Stock' }))
  expect(stock.getByLabelText<HTMLInputElement>(/^Hours that an order/).value).toBe('24')
  const days = stock.getByLabelText<HTMLInputElement>(/^Days that an order on delivery/)
  expect(days.value).toBe('7')
  await userEvent.clear(days)
  await userEvent.type(days, '14{Enter}')
  await waitFor(() =>
    expect(save).toHaveBeenCalledExactlyOnceWith({ key: 'stock.deliveryHoldDays', value: 14, version: 0 }),
  )
  await stock.findByText(/^Saved/)
})

it.each([
  ['Name that M-Pesa shows', 'payments.payeeName'],
  ['Fee, Ksh', 'delivery.places'],
  ['Opens, Saturday', 'hours.saturday'],
])('says at the box %s why it was not saved, aloud, and calls the box as before', async (name, key) => {
  const save = vi.fn((_: { key: string }): never => {
    throw refusal(400, 'Check your input', { value: 'Please write it otherwise' })
  })
  render(
    <FakeAdminApi answers={{ 'admin.settings': { list, save } }}>
      <SettingsPage />
    </FakeAdminApi>,
  )
  const [box] = await screen.findAllByLabelText(name)
  await userEvent.type(box as HTMLElement, '7{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe('Please write it otherwise')
  expect(save.mock.calls).toMatchObject([[{ key }]])
  const described = box?.getAttribute('aria-describedby')?.split(' ') ?? []
  expect(described.map((id) => document.getElementById(id)?.textContent)).toContain('Please write it otherwise')
  expect(box?.getAttribute('aria-invalid')).toBe('true')
  expect(screen.getAllByLabelText(name)[0]).toBe(box)
  expect(screen.getByText('Not saved').closest('label')).toBeNull()
  expect(screen.getByText(/^Still: /)).toBeDefined()
})

it('says aloud that a switch was not saved', async () => {
  const save = (): never => {
    throw refusal(409, 'The shop’s environment holds it.')
  }
  render(
    <FakeAdminApi answers={{ 'admin.settings': { list, save } }}>
      <SettingsPage />
    </FakeAdminApi>,
  )
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Only from buyers' }))
  expect((await screen.findByRole('alert')).textContent).toBe('The shop’s environment holds it.')
})
