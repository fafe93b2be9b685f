import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { FakeAdminApi } from '../../../testing/fake-admin-api.tsx'
import { ImportDialog } from './import-dialog.tsx'

afterEach(cleanup)

async function show(problems: { row: number; column: string | null; message: string }[]) {
  const importFile = vi.fn(({ isDryRun }: { isDryRun?: boolean | undefined }) => ({
    isStored: !isDryRun,
    created: 2,
    updated: 1,
    problems,
  }))
  const onClose = vi.fn()
  render(
    <FakeAdminApi answers={{ 'admin.products': { importFile } }}>
      <ImportDialog onClose={onClose} />
    </FakeAdminApi>,
  )
  const file = new File(['Name,Price\nOud,100\n'], 'shop.csv', { type: 'text/csv' })
  await userEvent.upload(await screen.findByLabelText('Choose a file'), file)
  return { importFile, onClose }
}

it('says what a file would do, and stores it only after that', async () => {
  const { importFile, onClose } = await show([])
  expect(await screen.findByText('The file is right: 2 new products, 1 changed.')).toBeDefined()
  expect(importFile).toHaveBeenCalledExactlyOnceWith({ csv: 'Name,Price\nOud,100\n', isDryRun: true })
  await userEvent.click(screen.getByRole('button', { name: 'Import 3 Products' }))
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(importFile).toHaveBeenLastCalledWith({ csv: 'Name,Price\nOud,100\n', isDryRun: false })
})

it('names every wrong row and column, and offers no import', async () => {
  const { importFile } = await show([{ row: 3, column: 'Price (Ksh)', message: 'Price must be greater than 0' }])
  expect(await screen.findByRole('row', { name: '3 Price (Ksh) Price must be greater than 0' })).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Check the File' }))
  await waitFor(() => expect(importFile).toHaveBeenCalledTimes(2))
  expect(importFile).not.toHaveBeenCalledWith(expect.objectContaining({ isDryRun: false }))
})
