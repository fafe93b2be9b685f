import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { Dialog } from './dialog.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

/** A list of two rows; deleting one removes its button. */
function Rows() {
  const [rows, setRows] = useState(['Oud', 'Rose'])
  const [leaving, setLeaving] = useState<string>()
  return (
    <main>
      <h1>Perfumes</h1>
      {rows.map((row) => (
        <button key={row} type="button" onClick={() => setLeaving(row)}>
          Delete {row}
        </button>
      ))}
      <ConfirmDialog
        isOpen={leaving !== undefined}
        onClose={() => setLeaving(undefined)}
        onConfirm={() => {
          setRows((all) => all.filter((row) => row !== leaving))
          setLeaving(undefined)
        }}
        title={`Delete ${leaving}?`}
        description="This cannot be undone."
        confirmLabel="Delete"
      />
    </main>
  )
}

describe('a question before a deletion', () => {
  it('has the focus on Cancel, and returns it to the button it came from', async () => {
    render(<Rows />)
    const button = screen.getByRole('button', { name: 'Delete Rose' })
    await userEvent.click(button)
    expect(screen.getByRole('alertdialog', { name: 'Delete Rose?' })).toBeDefined()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' }))
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(document.activeElement).toBe(button))
  })

  it('moves the focus to the page’s heading when the row is gone', async () => {
    render(<Rows />)
    await userEvent.click(screen.getByRole('button', { name: 'Delete Rose' }))
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Perfumes' })))
    expect(screen.queryByRole('button', { name: 'Delete Rose' })).toBeNull()
  })
})

describe('in Safari, which gives a pressed button no focus', () => {
  it.each(['body', 'main'])(
    'the page stays where it is scrolled when a dialog closes and %s had the focus',
    async (holder) => {
      render(<Rows />)
      const focus = vi.spyOn(HTMLElement.prototype, 'focus')
      const page = document.querySelector<HTMLElement>(holder) as HTMLElement
      if (holder === 'main') page.tabIndex = -1
      page.focus()
      fireEvent.click(screen.getByRole('button', { name: 'Delete Rose' }))
      await userEvent.keyboard('{Escape}')
      await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
      const expected = holder === 'main' ? page : screen.getByRole('heading', { name: 'Perfumes' })
      await waitFor(() => expect(document.activeElement).toBe(expected))
      expect(focus).toHaveBeenLastCalledWith({ preventScroll: true })
    },
  )
})

describe('a dialog with a form', () => {
  it('starts at the first field, and asks to close on Escape', async () => {
    let closes = 0
    render(
      <Dialog isOpen onClose={() => closes++} title="Edit">
        <form>
          <input type="hidden" />
          <input aria-label="Name" />
        </form>
      </Dialog>,
    )
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Name')))
    await userEvent.keyboard('{Escape}')
    expect(closes).toBe(1)
    expect(screen.getByRole('dialog', { name: 'Edit' })).toBeDefined()
  })
})
