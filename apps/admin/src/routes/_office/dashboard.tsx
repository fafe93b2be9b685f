import { createFileRoute } from '@tanstack/react-router'
import { shellCopy } from '../../copy/shell.ts'
import { PageHeading } from '../../lib/page-heading.tsx'

export const Route = createFileRoute('/_office/dashboard')({
  staticData: { title: shellCopy.dashboard },
  component: () => <PageHeading title={shellCopy.dashboard} />,
})
