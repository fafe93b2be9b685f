import { loadToasts, Toaster, toast } from '@marashi/ui/toast'
import { Link } from '@tanstack/react-router'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { FakeAdminApi } from '../../testing/fake-admin-api.tsx'
import { usePageEntry } from './use-page-entry.ts'

beforeAll(loadToasts)
afterEach(cleanup)

function AdminRoot() {
  usePageEntry()
  return (
    <>
      <Link to="/orders">Orders</Link>
      <Link to="." search={{ page: 2 } as never}>
        Next
      </Link>
      <Toaster />
    </>
  )
}

it('dismisses "Login Failed" when the page changes, and not before', async () => {
  render(
    <FakeAdminApi answers={{}}>
      <AdminRoot />
    </FakeAdminApi>,
  )
  await screen.findByText('Orders')
  toast({ title: 'Login Failed', variant: 'destructive' })
  await screen.findByText('Login Failed')
  await userEvent.click(screen.getByRole('link', { name: 'Next' }))
  expect(screen.getByText('Login Failed')).toBeDefined()
  await userEvent.click(screen.getByRole('link', { name: 'Orders' }))
  await waitFor(() => expect(screen.queryByText('Login Failed')).toBeNull())
})
