import type { AdminReview } from '@marashi/domain/contracts/admin-reviews'
import { Badge } from '@marashi/ui/badge'
import { StarRating } from '@marashi/ui/star-rating'
import { BadgeCheck } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { commonCopy } from '../../copy/common.ts'
import { reviewsCopy } from '../../copy/reviews.ts'
import { StatusBadge } from '../../lib/display/status-badge.tsx'
import { Thumb } from '../../lib/display/thumb.tsx'
import { Timestamp } from '../../lib/display/timestamp.tsx'
import { RecordActions } from '../../lib/lists/record-actions.tsx'
import { isAfterGo, isTakenKey, shortcutsAreOn } from '../../lib/shortcuts.ts'
import { DecisionButtons } from './decision-buttons.tsx'
import styles from './review-card.module.css'
import type { Decision } from './use-moderation.ts'

/** One review with all that moderation needs. The card takes the focus, so that `a` approves and `r` rejects it. */
export function ReviewCard({
  review,
  decision,
  onDecision,
  onEdit,
  onDelete,
}: {
  review: AdminReview
  /** The decision that is being saved. */
  decision: Decision | undefined
  onDecision: (decision: Decision) => void
  onEdit: () => void
  onDelete: () => void
}) {
  const name = review.customerName ?? reviewsCopy.anonymous
  const isPending = review.status === 'pending'
  const title = reviewsCopy.reviewOf(name, review.productName)

  return (
    <article
      aria-label={title}
      aria-describedby={isPending ? `keys-${review.id}` : undefined}
      data-review={review.id}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: `a` and `r` decide on the card that has the focus
      tabIndex={0}
      className={styles.card}
      onKeyDown={(event) => isPending && !decision && decideByKey(event, onDecision)}
    >
      <div className={styles.picture}>
        <Thumb image={review.productImage} />
      </div>
      <div className={styles.words}>
        <header className={styles.head}>
          <StarRating size="small" value={review.rating} showsValue={false} />
          <StatusBadge status={review.status} />
          {review.orderId && (
            <Badge tone="quiet" icon={<BadgeCheck aria-hidden="true" />}>
              {reviewsCopy.verified}
            </Badge>
          )}
        </header>
        <h2 className={styles.product}>{review.productName}</h2>
        <p className={styles.who}>
          {name} · <Timestamp at={review.createdAt} />
        </p>
        <p className={styles.content}>{review.content}</p>
        {isPending && (
          <p id={`keys-${review.id}`} className={styles.keys}>
            {reviewsCopy.keys}
          </p>
        )}
      </div>
      <footer className={styles.actions}>
        {isPending && <DecisionButtons decision={decision} onDecision={onDecision} />}
        <span className={styles.tools}>
          <RecordActions
            editLabel={`${commonCopy.edit} ${title}`}
            deleteLabel={`${commonCopy.delete} ${title}`}
            onEdit={onEdit}
            onDelete={onDelete}
          />
        </span>
      </footer>
    </article>
  )
}

function decideByKey(event: KeyboardEvent, onDecision: (decision: Decision) => void) {
  const decision = decisionKeys.get(event.key)
  if (!decision || isTakenKey(event.nativeEvent) || isAfterGo(event) || !shortcutsAreOn()) return
  onDecision(decision)
  event.preventDefault()
}

const decisionKeys = new Map<string, Decision>([
  ['a', 'approved'],
  ['r', 'rejected'],
])
