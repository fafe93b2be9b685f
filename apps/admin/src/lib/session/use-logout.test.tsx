import { Toaster } from '@marashi/ui/toast'
import { createMemoryHistory } from '@tanstack/react-router'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { FakeAdminApi, refusal } from '../../testing/fake-admin-api.tsx'
import { AskBeforeLeaving } from '../forms/unsaved-question.tsx'
import { useLogout } from './use-logout.ts'

afterEach(cleanup)

function LogoutButton() {
  const { logOut } = useLogout()
  return (
    <>
      <button type="button" onClick={logOut}>
        Logout
      </button>
      <Toaster />
    </>
  )
}

async function pressLogout(logout: () => undefined) {
  let isAnswered = false
  const answer = () => {
    isAnswered = true
    return logout() as never
  }
  render(
    <FakeAdminApi answers={{ 'admin.session': { logout: answer } }}>
      <LogoutButton />
    </FakeAdminApi>,
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Logout' }))
  await waitFor(() => expect(isAnswered).toBe(true))
}

it('says nothing where the session has ended', async () => {
  await pressLogout(() => undefined)
  expect(screen.queryByText(/may still get in/)).toBeNull()
})

it('does not have the owner believe that a browser is logged out which is not', async () => {
  await pressLogout(() => {
    throw refusal(503, 'The shop is very busy. Please try again in a moment.')
  })
  expect(await screen.findByText(/whoever uses it may still get in/)).toBeDefined()
})

it('leaves the page also where something is typed in it', async () => {
  const history = createMemoryHistory({ initialEntries: ['/settings'] })
  render(
    <FakeAdminApi answers={{ 'admin.session': { logout: () => undefined as never } }} history={history}>
      <AskBeforeLeaving isDirty />
      <LogoutButton />
    </FakeAdminApi>,
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Logout' }))
  await waitFor(() => expect(history.location.pathname).toBe('/login'))
  expect(screen.queryByRole('alertdialog')).toBeNull()
})
