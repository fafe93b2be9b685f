import type { Customer } from '@marashi/domain/contracts/admin-customers'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { FakeAdminApi, refusal } from '../../testing/fake-admin-api.tsx'
import { NoteDialog } from './note-dialog.tsx'

afterEach(cleanup)

const customer: Customer = {
  id: '00000000-0000-4000-8000-000000000001',
  phone: '0712000001',
  name: 'Amina',
  email: null,
  address: 'Moi Avenue 1',
  orders: 2,
  total: 5_500,
  lastOrderAt: '2026-11-21T06:05:00.000Z',
  lastOrderNumber: 'MR100001',
  note: null,
}

/** The form of a note, of a shop that stores the first one and loses its answer. */
function show() {
  let stored: string | null = null
  let key: string | undefined
  const answers = new Map<string | undefined, Customer>()
  const saveNote = vi.fn(({ note, noteBefore }: { note: string; noteBefore?: string | null | undefined }) => {
    const before = answers.get(key)
    if (before) return before
    if (noteBefore !== stored) throw refusal(409, 'Somebody has saved this note.', {}, 'STALE')
    stored = note
    answers.set(key, { ...customer, note })
    if (answers.size === 1) throw new Error('Failed to fetch')
    return { ...customer, note }
  })
  const onClose = vi.fn()
  render(
    <FakeAdminApi
      answers={{ 'admin.customers': { saveNote } }}
      onCall={(_, { idempotencyKey }) => {
        key = idempotencyKey
      }}
    >
      <NoteDialog customer={customer} onClose={onClose} onReload={() => undefined} />
    </FakeAdminApi>,
  )
  return {
    saveNote,
    onClose,
    saveElsewhere: (note: string) => {
      stored = note
    },
    async type(text: string) {
      await userEvent.type(await screen.findByRole('textbox'), text)
      await userEvent.click(screen.getByRole('button', { name: 'Save note' }))
    },
  }
}

it('saves what is typed on after a note whose answer was lost, and calls nobody else', async () => {
  const { saveNote, onClose, type } = show()
  await type('Rings twice')
  await screen.findByRole('alert')
  await type(', pays cash')
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(saveNote.mock.lastCall).toMatchObject([{ note: 'Rings twice, pays cash', noteBefore: 'Rings twice' }])
})

it('leaves a note that another device has saved over the one whose answer was lost', async () => {
  const { onClose, type, saveElsewhere } = show()
  await type('Rings twice')
  await screen.findByRole('alert')
  saveElsewhere('Pays by card')
  await type(', pays cash')
  await screen.findByRole('button', { name: 'Load newest version' })
  expect(onClose).not.toHaveBeenCalled()
})
