import type { ReviewCounts } from '@marashi/domain/contracts/admin-reviews'
import { Button } from '@marashi/ui/button'
import { reviewsCopy } from '../../copy/reviews.ts'
import styles from './quick-filters.module.css'
import type { ReviewFilter } from './use-review-list.ts'

/** The two most used filters, with their numbers. */
export function QuickFilters({
  counts,
  status,
  onChoose,
}: {
  counts: ReviewCounts | undefined
  status: ReviewFilter
  onChoose: (status: ReviewFilter) => void
}) {
  const button = (value: ReviewFilter, label: string) => (
    <Button
      size="small"
      variant={status === value ? 'primary' : 'outline'}
      aria-pressed={status === value}
      onClick={() => onChoose(value)}
    >
      {label}
    </Button>
  )
  return (
    <fieldset aria-label={reviewsCopy.quick} className={styles.row}>
      {button('pending', reviewsCopy.pendingCount(counts?.pending))}
      {button('all', reviewsCopy.allCount(counts?.total))}
    </fieldset>
  )
}
