import { isDeepStrictEqual } from 'node:util'
import { trpc } from '@marashi/api-client/trpc'
import { type SettingRecord, type SettingsList, saveSettingInput } from '@marashi/domain/contracts/settings'
import { type SettingKey, settingsFrom } from '@marashi/domain/rules/settings/groups'
import { Toaster } from '@marashi/ui/toast'
import { act, render, screen } from '@testing-library/react'
import type { ReactElement } from 'react'
import { vi } from 'vitest'
import { FakeAdminApi, refusal } from './fake-admin-api.tsx'

type Sent = { key: SettingKey; value: unknown; version: number }

/**
 * Renders the settings' `page` with a shop that keeps what is saved, `asStored` where it writes that in its own way, and refuses
 * what the contract refuses and what is stale. What `saveElsewhere` saves is what another device saves, and the page reads it.
 */
export async function showSettings(page: ReactElement, { asStored = (value: unknown) => value } = {}) {
  const stored = new Map<SettingKey, Pick<SettingRecord, 'value' | 'version' | 'lastChange'>>()
  const recordOf = (key: SettingKey, initial: unknown): SettingRecord => ({
    ...(stored.get(key) ?? { value: initial, version: 0, lastChange: null }),
    initial,
    lockedBy: null,
  })
  const list = () => settingsFrom((key, { initial }) => recordOf(key, initial)) as unknown as SettingsList
  const read = (key: SettingKey): SettingRecord => {
    const [group, name] = key.split('.')
    const records = new Map(Object.entries(list()).map(([each, of]) => [each, new Map(Object.entries(of))]))
    return records.get(group ?? '')?.get(name ?? '') as SettingRecord
  }
  let changes = 0
  const store = (key: SettingKey, value: unknown) => {
    const { value: before, version } = read(key)
    const lastChange = { id: ++changes, at: new Date().toISOString(), isOwn: true, before }
    stored.set(key, { value, version: version + 1, lastChange })
  }
  const answer = async ({ key, value, version }: Sent) => {
    const { error } = saveSettingInput.safeParse({ key, value, version })
    if (error) {
      const fields = error.issues.map(({ path, message }) => [path.join('.'), message])
      throw refusal(400, 'Check your input', Object.fromEntries(fields))
    }
    const now = read(key)
    if (!isDeepStrictEqual(now.value, value)) {
      if (now.version !== version) throw refusal(409, 'This setting was changed elsewhere', {}, 'STALE')
      store(key, asStored(value))
    }
    return read(key) as never
  }
  const save = vi.fn(answer)
  const undo = async ({ changeId }: { changeId: string }) => {
    const [key, undone] = [...stored].find(([, { lastChange }]) => String(lastChange?.id) === changeId) ?? []
    if (!key) throw refusal(409, 'This setting was changed elsewhere', {}, 'STALE')
    store(key, undone?.lastChange?.before)
    return read(key) as never
  }
  let readAgain = async () => {}
  const Reader = () => {
    const { admin } = trpc.useUtils()
    readAgain = () => admin.settings.invalidate()
    return null
  }
  render(
    <FakeAdminApi answers={{ 'admin.settings': { list, save, undo } }}>
      {page}
      <Reader />
      <Toaster />
    </FakeAdminApi>,
  )
  await screen.findByRole('group', { name: 'Stock' })
  return {
    save,
    /** Another device saves, and the page has not read it. */
    storeElsewhere: store,
    async saveElsewhere(key: SettingKey, value: unknown) {
      store(key, value)
      await act(readAgain)
    },
    /** The page reads what is stored, as it does after news from the shop. */
    readAgain: () => act(readAgain),
    /** The next save never reaches the shop. */
    loseConnection: () => void save.mockImplementationOnce(unanswered),
    /** The shop stores the next save, and its answer never reaches the page. */
    loseAnswer: () => void save.mockImplementationOnce(async (sent) => answer(sent).then(unanswered)),
  }
}

async function unanswered(): Promise<never> {
  throw new Error('Failed to fetch')
}
