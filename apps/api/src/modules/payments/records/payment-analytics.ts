import type { PaymentAnalytics } from '@marashi/domain/contracts/admin-payments'
import { centsOf } from '@marashi/domain/rules/money'
import { countersOf } from '../../../db/counters.ts'
import type { Context } from '../../../http/context.ts'

/**
 * The four cards of the payments screen: revenue in cents, of completed payments; failed ones are those that failed, not
 * those that were cancelled (docs/behaviour.md#revenue).
 */
export async function paymentAnalytics({ em }: Pick<Context, 'em'>): Promise<PaymentAnalytics> {
  const analytics = { totalPayments: 0, successfulPayments: 0, totalRevenue: 0, failedPayments: 0 }
  for (const { detail, count, amount } of await countersOf(em, 'payment')) {
    analytics.totalPayments += count
    if (detail.endsWith(':completed')) {
      analytics.successfulPayments += count
      analytics.totalRevenue += centsOf(amount)
    }
    if (detail.endsWith(':failed')) analytics.failedPayments += count
  }
  return { ...analytics, totalRevenueCents: analytics.totalRevenue }
}
