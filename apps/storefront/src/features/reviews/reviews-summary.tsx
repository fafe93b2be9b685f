import { StarRating } from '@marashi/ui/star-rating'
import { reviewsCopy } from '../../copy/reviews.ts'
import styles from './reviews-summary.module.css'

/** The average rating and the number of reviews. */
export function ReviewsSummary({ average, total }: { average: number; total: number }) {
  return (
    <p className={styles.summary}>
      <StarRating value={average} size="large" />
      <span>{reviewsCopy.basedOn(total)}</span>
    </p>
  )
}
