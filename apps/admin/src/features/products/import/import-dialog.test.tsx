import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { FakeAdminApi } from '../../../testing/fake-admin-api.tsx'
import { ImportDialog } from './import-dialog.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const csv = 'Name,Price\nOud,100\n'
const stored = { isStored: true, created: 2, updated: 1, problems: [] }

async function show(problems: { row: number; column: string | null; message: string }[]) {
  const importFile = vi.fn(() => ({ isStored: false, created: 2, updated: 1, problems }))
  const onClose = vi.fn()
  render(
    <FakeAdminApi answers={{ 'admin.products': { importFile } }}>
      <ImportDialog onClose={onClose} />
    </FakeAdminApi>,
  )
  const file = new File([csv], 'shop.csv', { type: 'text/csv' })
  await userEvent.upload(await screen.findByLabelText('Choose a file'), file)
  return { importFile, onClose }
}

/** What the shop answers each time that a file is to be stored; without an answer the connection is lost. */
function answerImports(...answers: (object | undefined)[]) {
  const fetched = vi.fn(async (_url: string, _request: { headers: Record<string, string>; body: string }) => {
    const answer = answers.shift()
    if (!answer) throw new TypeError('Failed to fetch')
    return Response.json(answer)
  })
  vi.stubGlobal('fetch', fetched)
  return { fetched, keys: () => fetched.mock.calls.map(([, { headers }]) => headers['idempotency-key']) }
}

const importIt = async () => await userEvent.click(await screen.findByRole('button', { name: 'Import 3 Products' }))

it('says what a file would do, and stores it only after that', async () => {
  const { fetched } = answerImports(stored)
  const { importFile, onClose } = await show([])
  expect(await screen.findByText('The file is right: 2 new products, 1 changed.')).toBeDefined()
  expect(importFile).toHaveBeenCalledExactlyOnceWith({ csv, isDryRun: true })
  expect(fetched).not.toHaveBeenCalled()
  await importIt()
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  const [[url, { body }] = ['', { body: '' }]] = fetched.mock.calls
  expect([url, JSON.parse(body)]).toEqual(['/api/admin/products/import', { csv, isDryRun: false }])
})

it('stores nothing twice where the answer was lost and the button is pressed again', async () => {
  const busy = { error: 'The shop is very busy. Please try again in a moment.' }
  const { fetched, keys } = answerImports(undefined, busy, stored)
  const { onClose } = await show([])
  await importIt()
  expect(await screen.findByText('The shop did not answer. Check your connection and try again.')).toBeDefined()
  await importIt()
  expect(await screen.findByText(busy.error)).toBeDefined()
  await importIt()
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(fetched).toHaveBeenCalledTimes(3)
  expect(keys()[0]).toMatch(/^[\da-f-]{36}$/)
  expect(new Set(keys()).size).toBe(1)
})

it('is asked anew where the shop has answered that nothing was stored', async () => {
  const refused = { ...stored, isStored: false, problems: [{ row: 2, column: 'Category', message: 'It is gone.' }] }
  const { keys } = answerImports(refused, stored)
  await show([])
  await importIt()
  expect(await screen.findByText('It is gone.')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Check the File' }))
  await importIt()
  await waitFor(() => expect(keys()).toHaveLength(2))
  expect(new Set(keys()).size).toBe(2)
})

it('names every wrong row and column, and offers no import', async () => {
  const { fetched } = answerImports()
  const { importFile } = await show([{ row: 3, column: 'Price (Ksh)', message: 'Price must be greater than 0' }])
  expect(await screen.findByRole('row', { name: '3 Price (Ksh) Price must be greater than 0' })).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Check the File' }))
  await waitFor(() => expect(importFile).toHaveBeenCalledTimes(2))
  expect(importFile).not.toHaveBeenCalledWith(expect.objectContaining({ isDryRun: false }))
  expect(fetched).not.toHaveBeenCalled()
})
