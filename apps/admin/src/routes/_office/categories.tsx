import { createFileRoute } from '@tanstack/react-router'
import { shellCopy } from '../../copy/shell.ts'
import { PageHeading } from '../../lib/page-heading.tsx'

export const Route = createFileRoute('/_office/categories')({
  staticData: { title: shellCopy.categories },
  component: () => <PageHeading title={shellCopy.categories} />,
})
