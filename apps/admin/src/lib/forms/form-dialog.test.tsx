import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { FakeAdminApi } from '../../testing/fake-admin-api.tsx'
import { FormDialog } from './form-dialog.tsx'

afterEach(cleanup)

const refused = 'There is already a category with this name.'

/** Refuses the first save, and closes after the second. */
function Dialog({ onDone }: { onDone: () => void }) {
  const [saves, setSaves] = useState(0)
  const [isOpen, setIsOpen] = useState(true)
  if (!isOpen) return <p>Saved</p>
  return (
    <FormDialog
      title="Add New Category"
      onClose={onDone}
      onSubmit={(event) => {
        event.preventDefault()
        setSaves(saves + 1)
        if (saves > 0) setIsOpen(false)
      }}
      isDirty={false}
      isBusy={false}
      submitLabel="Add Category"
      busyLabel="Saving..."
      problem={saves > 0 ? refused : undefined}
    >
      <input aria-label="Name" />
    </FormDialog>
  )
}

it('saves the corrected form after a refusal, and the page behind it still works', async () => {
  render(
    <FakeAdminApi answers={{}}>
      <Dialog onDone={() => undefined} />
    </FakeAdminApi>,
  )
  const add = await screen.findByRole('button', { name: 'Add Category' })
  await userEvent.click(add)
  expect((await screen.findByRole('alert')).textContent).toBe(refused)
  await userEvent.click(add)
  expect(await screen.findByText('Saved')).toBeDefined()
})
