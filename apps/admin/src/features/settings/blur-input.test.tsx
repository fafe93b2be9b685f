import { Toaster } from '@marashi/ui/toast'
import { createBrowserHistory, createMemoryHistory, Link, type RouterHistory } from '@tanstack/react-router'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { FakeAdminApi } from '../../testing/fake-admin-api.tsx'
import { BlurInput } from './blur-input.tsx'
import type { SaveFailure } from './save-progress.ts'

/** Of a browser: one in memory never hears that the tab is closed. */
let history: RouterHistory
beforeEach(() => {
  history = createBrowserHistory()
})
afterEach(() => {
  cleanup()
  history.destroy()
})

async function show({ isSaved = true } = {}) {
  const onSave = vi.fn(async (_typed: string) => (isSaved ? null : { message: 'No connection.' }))
  const { rerender } = render(<Page onSave={onSave} />)
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' })
  return { onSave, field, leave: () => rerender(<Toaster />) }
}

const Page = (props: { onSave: (typed: string) => Promise<SaveFailure | null> }) => (
  <FakeAdminApi answers={{}} history={history}>
    <BlurInput aria-label="Name" value="Marashi" {...props} />
  </FakeAdminApi>
)

/** Whether the browser would ask before the tab is closed or the page is read again. */
const asksBeforeClosing = () => !fireEvent(window, new Event('beforeunload', { cancelable: true }))

it('saves what was typed where the page is left by Back, once', async () => {
  const { onSave, field, leave } = await show()
  await userEvent.type(field, ' Oud')
  leave()
  expect(onSave).toHaveBeenCalledExactlyOnceWith('Marashi Oud', 'Marashi')
})

it('saves nothing on the way out where nothing was typed, or all of it is saved', async () => {
  const { onSave, field, leave } = await show()
  await userEvent.type(field, '{Enter}')
  expect(onSave).not.toHaveBeenCalled()
  await userEvent.type(field, ' Oud{Enter}')
  await waitFor(() => expect(field.value).toBe('Marashi'))
  leave()
  expect(onSave).toHaveBeenCalledOnce()
})

it('sends nothing twice where the page is left while it is saved', async () => {
  const { onSave, field, leave } = await show()
  onSave.mockReturnValue(new Promise(() => undefined))
  await userEvent.type(field, ' Oud{Enter}')
  leave()
  expect(onSave).toHaveBeenCalledOnce()
})

it('says so where what was typed could not be saved and the page is gone', async () => {
  const { field, leave } = await show({ isSaved: false })
  await userEvent.type(field, ' Oud')
  leave()
  await screen.findByText('What you typed on the settings page was not saved. Please enter it again.')
})

it('is asked about before the page is left once it was refused', async () => {
  const onSave = async () => ({ message: 'No connection.' })
  const memory = createMemoryHistory({ initialEntries: ['/settings'] })
  render(
    <FakeAdminApi answers={{}} history={memory}>
      <BlurInput aria-label="Name" value="Marashi" onSave={onSave} />
      <Link to={'/orders' as never}>Orders</Link>
    </FakeAdminApi>,
  )
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' })
  await userEvent.type(field, ' Oud{Enter}')
  await userEvent.click(screen.getByRole('link', { name: 'Orders' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Keep editing' }))
  expect([field.value, memory.location.pathname]).toEqual(['Marashi Oud', '/settings'])
  await userEvent.click(screen.getByRole('link', { name: 'Orders' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Discard changes' }))
  await waitFor(() => expect(memory.location.pathname).toBe('/orders'))
})

it('asks before the tab is closed while something is typed that is not saved', async () => {
  const { field } = await show({ isSaved: false })
  expect(asksBeforeClosing()).toBe(false)
  await userEvent.type(field, ' Oud')
  expect(asksBeforeClosing()).toBe(true)
  await userEvent.type(field, '{Enter}')
  expect(asksBeforeClosing()).toBe(true)
})
