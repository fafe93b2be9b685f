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
