import { createFileRoute, Outlet } from '@tanstack/react-router'
import { AdminShell } from '../features/layout/admin-shell.tsx'

/** Every page but the login. */
export const Route = createFileRoute('/_admin')({
  component: () => (
    <AdminShell>
      <Outlet />
    </AdminShell>
  ),
})
