import { paymentMethods, paymentStatuses } from '@marashi/domain/contracts/admin-payments'
import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { shellCopy } from '../../copy/shell.ts'
import { choiceParam, pageParam, searchParam } from '../../lib/list-search.ts'
import { PageHeading } from '../../lib/page-heading.tsx'

export const Route = createFileRoute('/_office/payments')({
  staticData: { title: shellCopy.payments },
  validateSearch: z.object({
    method: choiceParam(paymentMethods),
    status: choiceParam(paymentStatuses),
    search: searchParam,
    page: pageParam,
  }),
  component: () => <PageHeading title={shellCopy.payments} />,
})
