import { trpc } from '@marashi/api-client/trpc'
import { dismissErrors, Toaster } from '@marashi/ui/toast'
import { createMemoryHistory } from '@tanstack/react-router'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { FakeAdminApi, refusal } from '../../testing/fake-admin-api.tsx'
import { problemOf } from '../forms/problem-of.ts'
import { ReasonDialog } from '../forms/reason-dialog.tsx'
import { AskBeforeLeaving } from '../forms/unsaved-question.tsx'
import { useNotifyFailure } from '../notify/use-notify-failure.ts'
import { AuthRequired } from './auth-required.tsx'
import { LoginDialog } from './login-dialog.tsx'
import { closeLogin } from './login-request.ts'

beforeEach(closeLogin)
afterEach(() => {
  act(dismissErrors)
  cleanup()
})

const loggedOut = () => refusal(401, 'Please log in.', {}, 'UNAUTHORIZED')

/** A page with a form over it, at a shop that refuses what is sent without a session. */
async function open() {
  let isLoggedIn = false
  const sent: string[] = []
  const save = async (reason: string) => {
    sent.push(reason)
    if (!isLoggedIn) throw loggedOut()
    return 'Done'
  }
  const login = vi.fn(({ password }: { password: string }) => {
    if (password !== 'oud at dawn') throw refusal(401, 'Invalid password', {}, 'UNAUTHORIZED')
    isLoggedIn = true
    return { expiresAt: '2026-11-28T18:05:00.000Z' }
  })
  const history = createMemoryHistory({ initialEntries: ['/payments?page=2'] })
  render(
    <FakeAdminApi answers={{ 'admin.session': { login } }} history={history}>
      <Page save={save} />
      <LoginDialog />
      <Toaster />
    </FakeAdminApi>,
  )
  await userEvent.type(await screen.findByLabelText('Reason'), 'Broken in the post')
  const logInElsewhere = () => {
    isLoggedIn = true
  }
  return { sent, login, history, logInElsewhere }
}

function Page({ save }: { save: (reason: string) => Promise<string> }) {
  const [isOpen, setIsOpen] = useState(true)
  return (
    <>
      <h1>Payments</h1>
      {isOpen && (
        <ReasonDialog
          title="Refund"
          description="Gives money back."
          hint="Why"
          submitLabel="Refund now"
          save={save}
          failed="Not refunded"
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}

const refund = () => screen.getByRole('button', { name: 'Refund now' })
const dialog = () => screen.findByRole('dialog', { name: 'Log in again' })
const typed = () => screen.getByLabelText<HTMLInputElement>('Reason').value

async function logIn(password = 'oud at dawn') {
  await userEvent.type(screen.getByLabelText('Password'), `${password}{Enter}`)
}

it('lets the owner log in over a form that was refused, which is sent by the next press and not before', async () => {
  const { sent } = await open()
  await userEvent.click(refund())
  expect((await dialog()).getAttribute('aria-describedby')).not.toBeNull()
  expect(document.activeElement).toBe(screen.getByLabelText('Password'))
  await logIn()
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Log in again' })).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(refund()))
  expect(typed()).toBe('Broken in the post')
  expect(screen.queryByText('Please log in.')).toBeNull()
  expect(sent).toHaveLength(1)
  await userEvent.click(refund())
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent).toEqual(['Broken in the post', 'Broken in the post'])
})

it('says at the password that it is wrong, and asks for it once', async () => {
  const { login } = await open()
  await userEvent.click(refund())
  await dialog()
  await logIn('oud at noon')
  expect(await screen.findByText('Invalid password')).toBeDefined()
  expect(screen.getAllByLabelText('Password')).toHaveLength(1)
  expect(login).toHaveBeenCalledOnce()
})

it('takes back what it said of the session and of the wrong password once the login counts', async () => {
  await open()
  await userEvent.click(refund())
  await screen.findByText('Please log in.')
  await dialog()
  await logIn('oud at noon')
  await screen.findByText('Login Failed')
  await userEvent.clear(screen.getByLabelText('Password'))
  await logIn()
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Log in again' })).toBeNull())
  expect(screen.queryByText('Login Failed')).toBeNull()
  expect(screen.queryByText('Please log in.')).toBeNull()
})

it('is asked for once where the refusal of another act arrives after it', async () => {
  const { promise: slow, reject: refuse } = Promise.withResolvers<string>()
  const logout = () => slow as never
  const login = () => ({ expiresAt: '2026-11-28T18:05:00.000Z' })
  const endOthers = () => {
    throw loggedOut()
  }
  render(
    <FakeAdminApi answers={{ 'admin.session': { login, endOthers, logout } }}>
      <TwoActs />
      <LoginDialog />
      <Toaster />
    </FakeAdminApi>,
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Slow' }))
  await userEvent.click(screen.getByRole('button', { name: 'Quick' }))
  await dialog()
  await logIn()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await act(async () => refuse(loggedOut()))
  const words = 'You have logged in meanwhile. Please try again.'
  expect(await screen.findByText(words)).toBeDefined()
  expect(screen.getByRole('alert', { name: 'Problem' }).textContent).toBe(words)
  expect(screen.queryByRole('dialog')).toBeNull()
})

function TwoActs() {
  const notifyFailure = useNotifyFailure()
  const onError = (error: unknown) => notifyFailure(error, 'Not done')
  const [problem, setProblem] = useState<string>()
  const slow = trpc.admin.session.logout.useMutation({
    onError: (error) => {
      onError(error)
      setProblem(problemOf(error))
    },
  })
  const quick = trpc.admin.session.endOthers.useMutation({ onError })
  return (
    <>
      <button type="button" onClick={() => slow.mutate()}>
        Slow
      </button>
      <button type="button" onClick={() => quick.mutate()}>
        Quick
      </button>
      <p role="alert" aria-label="Problem">
        {problem}
      </p>
    </>
  )
}

it('leads to the login page once the owner gives up both the login and what is typed', async () => {
  const { history } = await open()
  await userEvent.click(refund())
  await dialog()
  const cancel = () => userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await cancel()
  await userEvent.click(await screen.findByRole('button', { name: 'Keep editing' }))
  expect(typed()).toBe('Broken in the post')
  expect(screen.queryByRole('dialog', { name: 'Log in again' })).toBeNull()
  await userEvent.click(refund())
  await dialog()
  await cancel()
  await userEvent.click(await screen.findByRole('button', { name: 'Discard changes' }))
  await waitFor(() => expect(history.location.href).toBe('/login?from=%2Fadmin%2Fpayments%3Fpage%3D2'))
})

it('opens over what is typed also by the way to the login that a page without its data shows', async () => {
  const history = createMemoryHistory({ initialEntries: ['/products'] })
  const login = () => ({ expiresAt: '2026-11-28T18:05:00.000Z' })
  render(
    <FakeAdminApi answers={{ 'admin.session': { login } }} history={history}>
      <input aria-label="Price" />
      <AskBeforeLeaving isDirty />
      <AuthRequired onRetry={() => undefined} />
      <LoginDialog />
    </FakeAdminApi>,
  )
  await userEvent.type(await screen.findByLabelText('Price'), '4,850')
  await userEvent.click(screen.getByRole('link', { name: 'Go to Login' }))
  await dialog()
  await logIn()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByLabelText<HTMLInputElement>('Price').value).toBe('4,850')
  expect(history.location.pathname).toBe('/products')
})

it('goes where the owner has logged in on another tab', async () => {
  const { sent, logInElsewhere } = await open()
  await userEvent.click(refund())
  await dialog()
  logInElsewhere()
  const otherTab = new BroadcastChannel('marashi-session')
  otherTab.postMessage('logged in')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Log in again' })).toBeNull())
  otherTab.close()
  await userEvent.click(refund())
  await waitFor(() => expect(sent).toHaveLength(2))
})
