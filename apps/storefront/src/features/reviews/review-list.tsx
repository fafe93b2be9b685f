import type { PublicReview } from '@marashi/domain/contracts/reviews'
import { type ReviewSort, reviewSorts, sortReviews } from '@marashi/domain/rules/review'
import { Button } from '@marashi/ui/button'
import { Field, Select } from '@marashi/ui/field'
import { useId, useState } from 'react'
import { reviewsCopy } from '../../copy/reviews.ts'
import { ReviewItem } from './review-item.tsx'
import styles from './review-list.module.css'

/** The number of reviews shown before the toggle. */
const shownAtFirst = 5

/** The reviews in the chosen order. See docs/behaviour.md#public-reviews. */
export function ReviewList({ reviews }: { reviews: readonly PublicReview[] }) {
  const [sort, setSort] = useState<ReviewSort>('newest')
  const [showsAll, setShowsAll] = useState(false)
  const listId = useId()
  const sorted = sortReviews(reviews, sort)
  const shown = showsAll ? sorted : sorted.slice(0, shownAtFirst)
  return (
    <>
      {reviews.length > 1 && (
        <div className={styles.sort}>
          <Field label={reviewsCopy.sort}>
            <Select value={sort} onChange={(event) => setSort(event.target.value as ReviewSort)}>
              {reviewSorts.map((option) => (
                <option key={option} value={option}>
                  {reviewsCopy.sorts[option]}
                </option>
              ))}
            </Select>
          </Field>
        </div>
      )}
      <ul id={listId} className={styles.list}>
        {shown.map((review) => (
          <ReviewItem key={review.id} review={review} />
        ))}
      </ul>
      {reviews.length > shownAtFirst && (
        <Button
          variant="outline"
          isWide
          aria-expanded={showsAll}
          aria-controls={listId}
          onClick={() => setShowsAll(!showsAll)}
        >
          {showsAll ? reviewsCopy.showLess : reviewsCopy.showAll(reviews.length)}
        </Button>
      )}
    </>
  )
}
