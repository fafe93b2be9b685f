import { trpc } from '@marashi/api-client/trpc'
import { type CancelRefund, cancelRefunds, type MoneyRead } from '@marashi/domain/contracts/admin-order-steps'
import type { PaymentRecord } from '@marashi/domain/contracts/admin-payments'
import type { RefundList } from '@marashi/domain/contracts/admin-refunds'
import { ordersCopy } from '../../../copy/orders.ts'

interface RefundWays {
  ways: readonly CancelRefund[]
  /** Who gives the money back, for the owner to read. */
  providers: string
  asksForPassword: boolean
  /** Why the providers cannot be asked. */
  hint: string | undefined
}

/**
 * The money of an order, and what may become of it: an order that was paid twice has more than one payment, and all of them go
 * back together. `refunds` is undefined where no money has come, and until all of it is `read`; `hasFailed` where a payment
 * could not be read.
 */
export function useRefundWays(payments: readonly Pick<PaymentRecord, 'id' | 'status'>[]) {
  const paid = payments.filter(({ status }) => status === 'completed')
  const lists = trpc.useQueries((t) => paid.map(({ id }) => t.admin.refunds.list({ id })))
  const known = lists.flatMap(({ data }) => data ?? [])
  const isRead = known.length === paid.length
  return {
    hasCome: paid.length > 0,
    read: isRead
      ? paid.map(({ id }, index): MoneyRead => ({ paymentId: id, left: known[index]?.left ?? 0 }))
      : undefined,
    hasFailed: !isRead && lists.some(({ isError }) => isError),
    refunds: paid.length > 0 && isRead ? waysOf(known.filter(({ left }) => left > 0)) : undefined,
  }
}

/** What may become of money that can go back. Providers are asked only where all of it can go back by those that brought it. */
function waysOf(open: readonly RefundList[]): RefundWays {
  const providers = open.flatMap(({ provider }) => provider ?? [])
  const unavailable = [...new Set(providers.flatMap((provider) => provider.unavailable ?? []))].join(' ')
  const isOfAll = providers.length === open.length
  const canAsk = isOfAll && unavailable === '' && open.length > 0
  return {
    ways: cancelRefunds.filter((way) => way !== 'provider' || canAsk),
    providers: [...new Set(providers.map(({ name }) => name))].join(' and '),
    asksForPassword: providers.some((provider) => provider.asksForPassword),
    hint: unavailable || (isOfAll || providers.length === 0 ? undefined : ordersCopy.sheet.cancelling.partByNone),
  }
}
