import type { PaymentAnalytics } from '@marashi/domain/contracts/admin-payments'
import { formatKshWithCents } from '@marashi/domain/rules/money'
import { formatWhole } from '@marashi/domain/rules/whole-number'
import { Banknote, CircleCheck, CircleX, CreditCard } from 'lucide-react'
import { paymentsCopy } from '../../copy/payments.ts'
import { StatCard, StatCards } from '../../lib/display/stat-card.tsx'

/** The four figures of all payments; search and filters do not change them. */
export function PaymentStats({ analytics }: { analytics: PaymentAnalytics | undefined }) {
  return (
    <StatCards label={paymentsCopy.stats}>
      <StatCard
        title={paymentsCopy.totalPayments}
        hint={paymentsCopy.totalPaymentsHint}
        value={analytics && formatWhole(analytics.totalPayments)}
        icon={CreditCard}
      />
      <StatCard
        title={paymentsCopy.successful}
        hint={paymentsCopy.successfulHint}
        value={analytics && formatWhole(analytics.successfulPayments)}
        icon={CircleCheck}
      />
      <StatCard
        title={paymentsCopy.revenue}
        hint={paymentsCopy.revenueHint}
        note={paymentsCopy.revenueNote}
        value={analytics && formatKshWithCents(analytics.totalRevenue / 100)}
        icon={Banknote}
      />
      <StatCard
        title={paymentsCopy.failed}
        hint={paymentsCopy.failedHint}
        value={analytics && formatWhole(analytics.failedPayments)}
        icon={CircleX}
      />
    </StatCards>
  )
}
