import { createBrowserHistory, Link, useSearch } from '@tanstack/react-router'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
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

describe('a form in an order that the address opens', () => {
  /** The page of the orders as its address says, with a form in the open order. */
  function Orders(form: { isDirty: boolean; isBusy: boolean }) {
    const { order } = useSearch({ strict: false }) as { order?: string }
    if (!order) return <p>All orders</p>
    return (
      <FormDialog
        {...form}
        title="Cancel order"
        onClose={() => undefined}
        onSubmit={() => undefined}
        submitLabel="Cancel this order"
        busyLabel="Cancelling..."
      >
        <input aria-label="Reason" />
      </FormDialog>
    )
  }

  async function goBackFrom(form: { isDirty: boolean; isBusy: boolean }) {
    window.history.replaceState(null, '', '/')
    const history = createBrowserHistory()
    history.push('/?order=MR100001')
    render(
      <FakeAdminApi answers={{}} history={history}>
        <Orders {...form} />
      </FakeAdminApi>,
    )
    await screen.findByRole('dialog', { name: 'Cancel order' })
    history.back()
    return history
  }

  it('is asked about before Back takes it away', async () => {
    const history = await goBackFrom({ isDirty: true, isBusy: false })
    await userEvent.click(await screen.findByRole('button', { name: 'Keep editing' }))
    expect(screen.getByRole('dialog', { name: 'Cancel order' })).toBeDefined()
    await waitFor(() => expect(window.location.search).toBe('?order=MR100001'))
    history.back()
    await userEvent.click(await screen.findByRole('button', { name: 'Discard changes' }))
    await screen.findByText('All orders')
    history.destroy()
  })

  it('is asked about before a notice opens another order in its place', async () => {
    window.history.replaceState(null, '', '/')
    const history = createBrowserHistory()
    history.push('/?order=MR100001')
    render(
      <FakeAdminApi answers={{}} history={history}>
        <Orders isDirty isBusy={false} />
        <Link to="/" search={{ order: 'MR100002' } as never}>
          Another order
        </Link>
      </FakeAdminApi>,
    )
    await screen.findByRole('dialog', { name: 'Cancel order' })
    const another = screen.getByRole('link', { name: 'Another order', hidden: true })
    fireEvent.click(another)
    await userEvent.click(await screen.findByRole('button', { name: 'Keep editing' }))
    expect(window.location.search).toBe('?order=MR100001')
    fireEvent.click(another)
    await userEvent.click(await screen.findByRole('button', { name: 'Discard changes' }))
    await waitFor(() => expect(window.location.search).toBe('?order=MR100002'))
    history.destroy()
  })

  it('stays without a question while it is being sent', async () => {
    const moved = vi.fn()
    window.addEventListener('popstate', moved)
    const history = await goBackFrom({ isDirty: true, isBusy: true })
    // Back, and forth again to where the form is.
    await waitFor(() => expect(moved).toHaveBeenCalledTimes(2))
    window.removeEventListener('popstate', moved)
    expect(window.location.search).toBe('?order=MR100001')
    expect(screen.getByRole('dialog', { name: 'Cancel order' })).toBeDefined()
    expect(screen.queryByText('All orders')).toBeNull()
    history.destroy()
  })

  it('goes by Back where nothing was typed', async () => {
    const history = await goBackFrom({ isDirty: false, isBusy: false })
    await screen.findByText('All orders')
    history.destroy()
  })
})
