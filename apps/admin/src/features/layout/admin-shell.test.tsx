import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { FakeAdminApi } from '../../testing/fake-admin-api.tsx'
import { AdminShell } from './admin-shell.tsx'

afterEach(cleanup)

it('has the place of its messages before the first one comes, which may be that the connection is lost', async () => {
  render(
    <FakeAdminApi answers={{}}>
      <AdminShell>Orders</AdminShell>
    </FakeAdminApi>,
  )
  expect(await screen.findByRole('region', { name: /^Notifications/ })).toBeDefined()
})
