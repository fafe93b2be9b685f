import type { ReviewCounts } from '@marashi/domain/contracts/admin-reviews'
import { CircleCheck, CircleX, Clock, MessageSquareText } from 'lucide-react'
import { reviewsCopy } from '../../copy/reviews.ts'
import { StatCard, StatCards } from '../../lib/display/stat-card.tsx'

/** The four figures of all reviews; search and filters do not change them. */
export function ReviewStats({ counts }: { counts: ReviewCounts | undefined }) {
  return (
    <StatCards label={reviewsCopy.stats}>
      <StatCard title={reviewsCopy.total} value={counts && String(counts.total)} icon={MessageSquareText} />
      <StatCard
        title={reviewsCopy.pending}
        hint={reviewsCopy.pendingHint}
        value={counts && String(counts.pending)}
        icon={Clock}
      />
      <StatCard
        title={reviewsCopy.approved}
        hint={reviewsCopy.approvedHint}
        value={counts && String(counts.approved)}
        icon={CircleCheck}
      />
      <StatCard title={reviewsCopy.rejected} value={counts && String(counts.rejected)} icon={CircleX} />
    </StatCards>
  )
}
