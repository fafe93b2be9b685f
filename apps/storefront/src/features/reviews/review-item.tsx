import type { PublicReview } from '@marashi/domain/contracts/reviews'
import { nairobiDate } from '@marashi/domain/rules/nairobi-time'
import { Badge } from '@marashi/ui/badge'
import { StarRating } from '@marashi/ui/star-rating'
import { BadgeCheck } from 'lucide-react'
import { reviewsCopy } from '../../copy/reviews.ts'
import styles from './review-item.module.css'

/** One review. */
export function ReviewItem({ review }: { review: PublicReview }) {
  return (
    <li className={styles.review}>
      <p className={styles.head}>
        <StarRating value={review.rating} size="small" showsValue={false} />
        {review.isVerifiedPurchase && (
          <Badge tone="green" icon={<BadgeCheck size={14} aria-hidden="true" />}>
            {reviewsCopy.verified}
          </Badge>
        )}
      </p>
      <p className={styles.content}>{review.content}</p>
      <p className={styles.by}>
        <span>{review.customerName ?? reviewsCopy.anonymous}</span>
        <time dateTime={review.createdAt}>{nairobiDate(review.createdAt)}</time>
      </p>
    </li>
  )
}
