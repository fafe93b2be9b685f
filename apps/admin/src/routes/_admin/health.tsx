import { createFileRoute } from '@tanstack/react-router'
import { healthCopy } from '../../copy/health.ts'
import { HealthPage } from '../../features/health/health-page.tsx'

export const Route = createFileRoute('/_admin/health')({
  staticData: { title: healthCopy.title },
  component: HealthPage,
})
