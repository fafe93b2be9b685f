import { orderStatuses } from '@marashi/domain/contracts/checkout'
import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { shellCopy } from '../../copy/shell.ts'
import { choiceParam, idParam, pageParam, searchParam } from '../../lib/list-search.ts'
import { PageHeading } from '../../lib/page-heading.tsx'

export const Route = createFileRoute('/_office/orders')({
  staticData: { title: shellCopy.orders },
  validateSearch: z.object({
    status: choiceParam(orderStatuses),
    search: searchParam,
    page: pageParam,
    order: idParam,
  }),
  component: () => <PageHeading title={shellCopy.orders} />,
})
