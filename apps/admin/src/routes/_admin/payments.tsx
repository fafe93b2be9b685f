import { paymentMethods } from '@marashi/domain/contracts/payment-methods'
import { paymentStatuses } from '@marashi/domain/rules/payment-status'
import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { paymentsCopy } from '../../copy/payments.ts'
import { PaymentsPage } from '../../features/payments/payments-page.tsx'
import { choiceParam, pageParam, searchParam } from '../../lib/lists/list-search.ts'
import { useListSearch } from '../../lib/lists/use-list-search.ts'

export const Route = createFileRoute('/_admin/payments')({
  staticData: { title: paymentsCopy.title },
  validateSearch: z.object({
    method: choiceParam(paymentMethods),
    status: choiceParam(paymentStatuses),
    search: searchParam,
    page: pageParam,
  }),
  component: PaymentsRoute,
})

function PaymentsRoute() {
  return <PaymentsPage search={Route.useSearch()} onSearch={useListSearch()} />
}
