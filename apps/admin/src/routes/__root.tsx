import { createRootRoute, Outlet } from '@tanstack/react-router'
import { NotFound } from '../features/layout/notices/not-found.tsx'
import { usePressedNotice } from '../features/layout/notices/use-pressed-notice.ts'
import { usePageEntry } from '../features/layout/use-page-entry.ts'

export const Route = createRootRoute({ component: AdminRoot, notFoundComponent: NotFound })

function AdminRoot() {
  usePageEntry()
  usePressedNotice()
  return <Outlet />
}
