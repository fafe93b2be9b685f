import { reviewStatuses } from '@marashi/domain/contracts/admin-reviews'
import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { shellCopy } from '../../copy/shell.ts'
import { choiceParam, pageParam, searchParam } from '../../lib/list-search.ts'
import { PageHeading } from '../../lib/page-heading.tsx'

export const Route = createFileRoute('/_office/reviews')({
  staticData: { title: shellCopy.reviews },
  validateSearch: z.object({ status: choiceParam(['all', ...reviewStatuses]), search: searchParam, page: pageParam }),
  component: () => <PageHeading title={shellCopy.reviews} />,
})
