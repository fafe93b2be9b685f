import { createFileRoute } from '@tanstack/react-router'
import { dashboardCopy } from '../../copy/dashboard.ts'
import { DashboardPage } from '../../features/dashboard/dashboard-page.tsx'

export const Route = createFileRoute('/_admin/dashboard')({
  staticData: { title: dashboardCopy.title },
  component: DashboardPage,
})
