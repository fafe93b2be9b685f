import { createFileRoute, Outlet } from '@tanstack/react-router'
import { AdminShell } from '../features/layout/admin-shell.tsx'
import { LiveUpdates } from '../features/live/live-updates.tsx'

/** Every page but the login. */
export const Route = createFileRoute('/_admin')({
  component: () => (
    <AdminShell>
      <Outlet />
      <LiveUpdates />
    </AdminShell>
  ),
})
