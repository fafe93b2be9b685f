import type { RequestRefund } from '@marashi/domain/contracts/admin-refunds'
import { formatKsh, shillingsOf } from '@marashi/domain/rules/money'
import type { Context } from '../../../http/context.ts'
import { ShopError } from '../../../shop-error.ts'
import type { PaymentProvider } from '../providers/provider.ts'
import type { ProviderRefunds } from '../providers/provider-refunds.ts'
import type { LockedPayment } from '../settlement/lock-payment.ts'
import { centsLeft, type LockedRefund } from './lock-refund.ts'
import { refundsUnavailable } from './refunds-unavailable.ts'

const instead = 'Give the money back yourself and record it by hand.'

/** Why the provider is not asked to give back a payment that the customer's bank may give back itself. */
export const disputed =
  'The customer’s bank disputes this payment and may give the money back itself. It can be refunded when the dispute is over.'

/** How a provider gives money back. Throws where it does not, or cannot be asked to now. */
export async function availableRefunds(
  ctx: Pick<Context, 'em' | 'env' | 'gateways'>,
  provider: PaymentProvider,
): Promise<ProviderRefunds> {
  const { refunds } = provider
  if (!refunds) throw new ShopError('CONFLICT', `This provider gives nothing back by itself. ${instead}`)
  const why = await refundsUnavailable(ctx, provider)
  if (why) throw new ShopError('SERVICE_UNAVAILABLE', why)
  return refunds
}

/** Throws CONFLICT where a locked payment cannot be refunded as was asked for. */
export function refuseRefund({
  payment,
  earlier,
  input,
  refunds,
  isDisputed,
}: {
  payment: LockedPayment
  earlier: readonly LockedRefund[]
  input: Pick<RequestRefund, 'amount'>
  refunds: ProviderRefunds | undefined
  isDisputed: boolean
}): void {
  const { status, amount, isManual } = payment
  if (status === 'refunded') throw new ShopError('CONFLICT', 'All of this payment has gone back already.')
  if (status !== 'completed') throw new ShopError('CONFLICT', 'No money has come by this payment.')
  const left = centsLeft(payment, earlier)
  if (input.amount > left) {
    throw refusedAmount(
      left === 0 ? 'Nothing is left to refund.' : `At most ${formatKsh(shillingsOf(left))} can still go back.`,
    )
  }
  if (!refunds) return
  if (isManual) throw new ShopError('CONFLICT', `No provider knows of this payment. ${instead}`)
  if (isDisputed) throw new ShopError('CONFLICT', disputed)
  const problem = refunds.problemOf(payment)
  if (problem) throw new ShopError('CONFLICT', problem)
  if (refunds.takes === 'any-amount') return
  if (shillingsOf(input.amount) !== amount) {
    throw refusedAmount(`Only the whole payment of ${formatKsh(amount)} can be taken back. For a part: ${instead}`)
  }
}

const refusedAmount = (message: string) => new ShopError('CONFLICT', message, { fields: { amount: message } })
