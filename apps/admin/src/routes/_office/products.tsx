import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { shellCopy } from '../../copy/shell.ts'
import { idParam, pageParam, searchParam } from '../../lib/list-search.ts'
import { PageHeading } from '../../lib/page-heading.tsx'

export const Route = createFileRoute('/_office/products')({
  staticData: { title: shellCopy.products },
  validateSearch: z.object({ search: searchParam, category: idParam, page: pageParam }),
  component: () => <PageHeading title={shellCopy.products} />,
})
