import { createFileRoute, Outlet } from '@tanstack/react-router'
import { OfficeShell } from '../features/layout/office-shell.tsx'

/** Every page but the login. */
export const Route = createFileRoute('/_office')({
  component: () => (
    <OfficeShell>
      <Outlet />
    </OfficeShell>
  ),
})
