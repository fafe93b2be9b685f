import type { ImportedProducts } from '@marashi/domain/contracts/admin-product-file'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { FakeAdminApi, refusal } from '../../../testing/fake-admin-api.tsx'
import { ImportDialog } from './import-dialog.tsx'

afterEach(cleanup)

const csv = 'Name,Price\nOud,100\n'
const change = { row: 3, name: 'Oud', column: 'Price (Ksh)', from: '4000', to: '4200' }
const looked = { isStored: false, created: 2, updated: 1, unchanged: 40, changes: [change], kept: [], problems: [] }
const stored = { ...looked, isStored: true }
const lost = new TypeError('Failed to fetch')

/**
 * Opens the dialog with a file, as often as it is called. `answers` are those of the shop each time that the file is to be
 * stored: an error is thrown.
 */
function shopThatAnswers({
  answers,
  ...found
}: {
  problems?: ImportedProducts['problems']
  created?: number
  updated?: number
  changes?: ImportedProducts['changes']
  kept?: ImportedProducts['kept']
  answers: (ImportedProducts | Error)[]
}) {
  const importFile = vi.fn(({ isDryRun }: { csv: string; isDryRun?: boolean | undefined }): ImportedProducts => {
    if (isDryRun) return { ...looked, ...found }
    const answer = answers.shift()
    if (!answer || answer instanceof Error) throw answer
    return answer
  })
  const keys: string[] = []
  async function show() {
    const onClose = vi.fn()
    const { unmount } = render(
      <FakeAdminApi
        answers={{ 'admin.products': { importFile } }}
        // A look at the file has none.
        onCall={(_, { idempotencyKey }) => idempotencyKey && keys.push(idempotencyKey)}
      >
        <ImportDialog onClose={onClose} />
      </FakeAdminApi>,
    )
    const file = new File([csv], 'shop.csv', { type: 'text/csv' })
    await userEvent.upload(await screen.findByLabelText('Choose a file'), file)
    return { onClose, unmount }
  }
  return { show, importFile, keys: () => keys }
}

const importIt = async () => await userEvent.click(await screen.findByRole('button', { name: 'Import 3 Products' }))

it('says what a file would do, and stores it only after that', async () => {
  const { show, importFile } = shopThatAnswers({ answers: [stored] })
  const { onClose } = await show()
  expect(await screen.findByText('The file is right: 2 new products, 1 changed, 40 as in the shop.')).toBeDefined()
  expect(screen.getByRole('row', { name: '3 Oud: Price (Ksh) 4000 4200' })).toBeDefined()
  expect(importFile.mock.calls.map(([input]) => input)).toEqual([{ csv, isDryRun: true }])
  await importIt()
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(importFile.mock.calls.map(([input]) => input)[1]).toEqual({ csv, isDryRun: false })
})

it('stores nothing twice where the answer was lost and the button is pressed again', async () => {
  const busy = refusal(503, 'The shop is very busy. Please try again in a moment.')
  const { show, keys } = shopThatAnswers({ answers: [lost, busy, stored] })
  const { onClose } = await show()
  await importIt()
  expect(await screen.findByText('The shop did not answer. Check your connection and try again.')).toBeDefined()
  await importIt()
  expect(await screen.findByText(busy.message)).toBeDefined()
  await importIt()
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(keys()).toHaveLength(3)
  expect(keys()[0]).toMatch(/^[\da-f-]{36}$/)
  expect(new Set(keys()).size).toBe(1)
})

it('stores nothing twice where the answer was lost and the dialog is opened again', async () => {
  const { show, keys } = shopThatAnswers({ answers: [lost, stored] })
  const first = await show()
  await importIt()
  expect(await screen.findByText('The shop did not answer. Check your connection and try again.')).toBeDefined()
  first.unmount()
  const second = await show()
  await importIt()
  await waitFor(() => expect(second.onClose).toHaveBeenCalledOnce())
  expect(keys()).toHaveLength(2)
  expect(new Set(keys()).size).toBe(1)
})

it('is asked anew where the shop has answered that nothing was stored', async () => {
  const refused = { ...stored, isStored: false, problems: [{ row: 2, column: 'Category', message: 'It is gone.' }] }
  const { show, keys } = shopThatAnswers({ answers: [refused, stored] })
  await show()
  await importIt()
  expect(await screen.findByText('It is gone.')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Check the File' }))
  await importIt()
  await waitFor(() => expect(keys()).toHaveLength(2))
  expect(new Set(keys()).size).toBe(2)
})

it('names every wrong row and column, and offers no import', async () => {
  const problems = [{ row: 3, column: 'Price (Ksh)', message: 'Price must be greater than 0' }]
  const { show, importFile } = shopThatAnswers({ problems, answers: [] })
  await show()
  expect(await screen.findByRole('row', { name: '3 Price (Ksh) Price must be greater than 0' })).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Check the File' }))
  await waitFor(() => expect(importFile).toHaveBeenCalledTimes(2))
  expect(importFile.mock.calls.filter(([{ isDryRun }]) => !isDryRun)).toEqual([])
})

it('offers no import of a file that changes nothing', async () => {
  const { show } = shopThatAnswers({ created: 0, updated: 0, changes: [], answers: [] })
  await show()
  const nothing = 'The file holds what the shop has already: there is nothing to import.'
  expect(await screen.findByText(nothing)).toBeDefined()
  expect(screen.getByRole('button', { name: 'Check the File' })).toBeDefined()
})

it('says what stays as the shop has it, and how to bring back what an older file has', async () => {
  const kept = [{ row: 4, name: 'Zahra', column: 'Price (Ksh)', from: '5200', to: '4850' }]
  const { show } = shopThatAnswers({ created: 0, updated: 0, changes: [], kept, answers: [] })
  await show()
  expect(await screen.findByText('There is nothing to import.')).toBeDefined()
  const stays =
    'The shop has other values here since the export. The file did not change them, so they stay. Empty “Version at export” in a row to store the whole row as it stands.'
  expect(screen.getByText(stays)).toBeDefined()
  expect(screen.getByRole('row', { name: '4 Zahra: Price (Ksh) 5200 4850' })).toBeDefined()
  expect(screen.queryByText(/what the shop has already/)).toBeNull()
})

it('says that a file cannot be read, and offers no import of the one before', async () => {
  const { show, importFile } = shopThatAnswers({ answers: [] })
  await show()
  await screen.findByRole('button', { name: 'Import 3 Products' })
  const away = new File([csv], 'away.csv', { type: 'text/csv' })
  away.text = () => Promise.reject(new DOMException('The file could not be read', 'NotReadableError'))
  await userEvent.upload(screen.getByLabelText('Choose a file'), away)
  expect((await screen.findByRole('alert')).textContent).toMatch(/^The file could not be read/)
  expect(screen.getByRole('button', { name: 'Check the File' })).toBeDefined()
  expect(importFile).toHaveBeenCalledOnce()
  await userEvent.upload(screen.getByLabelText('Choose a file'), new File([csv], 'shop.csv', { type: 'text/csv' }))
  await screen.findByRole('button', { name: 'Import 3 Products' })
  expect(screen.queryByRole('alert')).toBeNull()
})

it('stores the file whose changes were shown, whatever is chosen while the shop looks at it', async () => {
  const look = Promise.withResolvers<ImportedProducts>()
  const importFile = vi.fn(({ isDryRun }: { csv: string; isDryRun?: boolean | undefined }) =>
    isDryRun ? look.promise : stored,
  )
  render(
    <FakeAdminApi answers={{ 'admin.products': { importFile } }}>
      <ImportDialog onClose={vi.fn()} />
    </FakeAdminApi>,
  )
  const choose = async (text: string) =>
    userEvent.upload(await screen.findByLabelText('Choose a file'), new File([text], 'shop.csv', { type: 'text/csv' }))
  await choose(csv)
  await waitFor(() => expect(importFile).toHaveBeenCalledOnce())
  await choose('Name,Price\nOud,1\n')
  look.resolve(looked)
  await importIt()
  await waitFor(() => expect(importFile).toHaveBeenLastCalledWith({ csv, isDryRun: false }))
})

it('says nothing of a session that has ended: the login is asked for in a dialog of its own', async () => {
  const ended = refusal(401, 'Please log in.', {}, 'UNAUTHORIZED')
  const { show, importFile } = shopThatAnswers({ answers: [ended, stored] })
  const { onClose } = await show()
  await importIt()
  await waitFor(() => expect(importFile).toHaveBeenCalledTimes(2))
  expect(await screen.findByText('shop.csv')).toBeDefined()
  expect(screen.queryByText('Please log in.')).toBeNull()
  await importIt()
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
})
