import { trpc } from '@marashi/api-client/trpc'
import type { PaymentRecord } from '@marashi/domain/contracts/admin-payments'
import { itemsBefore } from '@marashi/domain/rules/pagination'
import { keepPreviousData } from '@tanstack/react-query'

/** See docs/behaviour.md#administrator-lists. */
export const paymentsPerPage = 50

/** The part of the address that selects the list. */
export type PaymentSearch = {
  method?: PaymentRecord['paymentMethod'] | undefined
  status?: PaymentRecord['status'] | undefined
  search?: string | undefined
  page?: number | undefined
}

/** A payment as the list returns it. JSON leaves the gateway's response out where there is none. */
export type ListedPayment = Omit<PaymentRecord, 'gatewayResponse'> & { gatewayResponse?: unknown }

/** One page of the payments, and the figures of all payments. */
export function usePaymentList({ method, status, search, page = 1 }: PaymentSearch) {
  const list = trpc.admin.payments.list.useQuery(
    { limit: paymentsPerPage, offset: itemsBefore({ page, limit: paymentsPerPage }), method, status, search },
    { placeholderData: keepPreviousData },
  )
  const analytics = trpc.admin.payments.analytics.useQuery()
  return { list, analytics, error: list.error ?? analytics.error }
}
