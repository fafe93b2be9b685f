import { trpc } from '@marashi/api-client/trpc'
import { type CancelRefund, cancelRefunds } from '@marashi/domain/contracts/admin-order-steps'
import type { PaymentRecord } from '@marashi/domain/contracts/admin-payments'
import type { RefundList } from '@marashi/domain/contracts/admin-refunds'
import { ordersCopy } from '../../../copy/orders.ts'

type RefundWays = {
  ways: readonly CancelRefund[]
  /** Who gives the money back, for the owner to read. */
  providers: string
  asksForPassword: boolean
  /** Why the providers cannot be asked. */
  hint: string | undefined
}

/**
 * What may become of the money of an order: an order that was paid twice has more than one payment, and all of them go back
 * together. Undefined where no money has come.
 */
export function useRefundWays(payments: readonly Pick<PaymentRecord, 'id' | 'status'>[]): RefundWays | undefined {
  const paid = payments.filter(({ status }) => status === 'completed')
  const lists = trpc.useQueries((t) => paid.map(({ id }) => t.admin.refunds.list({ id })))
  if (paid.length === 0) return undefined
  const known = lists.flatMap(({ data }) => data ?? [])
  const { isOffered, ...providers } = allByProvider(known.filter(({ left }) => left > 0))
  const canAsk = isOffered && known.length === paid.length
  return { ...providers, ways: cancelRefunds.filter((way) => way !== 'provider' || canAsk) }
}

/** Whether all of the money can go back by the providers that brought it. */
function allByProvider(open: readonly RefundList[]) {
  const providers = open.flatMap(({ provider }) => provider ?? [])
  const unavailable = [...new Set(providers.flatMap((provider) => provider.unavailable ?? []))].join(' ')
  const isOfAll = providers.length === open.length
  return {
    isOffered: isOfAll && unavailable === '' && open.length > 0,
    providers: [...new Set(providers.map(({ name }) => name))].join(' and '),
    asksForPassword: providers.some((provider) => provider.asksForPassword),
    hint: unavailable || (isOfAll || providers.length === 0 ? undefined : ordersCopy.sheet.cancelling.partByNone),
  }
}
