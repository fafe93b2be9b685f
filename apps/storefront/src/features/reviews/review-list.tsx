import type { PublicReview } from '@marashi/domain/contracts/reviews'
import {
  filterReviews,
  type ReviewFilter,
  type ReviewSort,
  reviewSorts,
  sortReviews,
} from '@marashi/domain/rules/review'
import { Button } from '@marashi/ui/button'
import { Field, Select } from '@marashi/ui/field'
import { useEffect, useId, useRef, useState } from 'react'
import { reviewsCopy } from '../../copy/reviews.ts'
import { ReviewItem } from './review-item.tsx'
import styles from './review-list.module.css'

/** The number of reviews shown before the toggle. */
const shownAtFirst = 5

/** The reviews that the filter lets through, in the chosen order. See docs/behaviour.md#public-reviews. */
export function ReviewList({
  reviews,
  filter,
  onFilter,
}: {
  reviews: readonly PublicReview[]
  filter: ReviewFilter
  onFilter: (filter: ReviewFilter) => void
}) {
  const [sort, setSort] = useState<ReviewSort>('newest')
  const [showsAll, setShowsAll] = useState(false)
  const listId = useId()
  const list = useRef<HTMLUListElement>(null)
  const verified = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // Ticked before the code came: boot repeats buttons, selects and forms alone.
    if (verified.current?.checked) onFilter({ ...filter, verifiedOnly: true })
  }, [])
  const sorted = sortReviews(filterReviews(reviews, filter), sort)
  const canBeVerified = new Set(reviews.map(({ isVerifiedPurchase }) => isVerifiedPurchase)).size > 1
  const shown = showsAll ? sorted : sorted.slice(0, shownAtFirst)

  function showEvery() {
    // The button that has the focus is removed; a screen reader goes on at the reviews.
    list.current?.focus({ preventScroll: true })
    onFilter({})
  }

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
          {canBeVerified && (
            <label className={styles.verified}>
              <input
                ref={verified}
                type="checkbox"
                checked={filter.verifiedOnly ?? false}
                onChange={(event) => onFilter({ ...filter, verifiedOnly: event.target.checked })}
              />
              {reviewsCopy.verifiedOnly}
            </label>
          )}
        </div>
      )}
      {sorted.length === 0 && (
        <p className={styles.none} role="status">
          {reviewsCopy.noneOfThese}
          <Button variant="outline" onClick={showEvery}>
            {reviewsCopy.showEvery}
          </Button>
        </p>
      )}
      <ul ref={list} id={listId} tabIndex={-1} className={styles.list}>
        {shown.map((review) => (
          <ReviewItem key={review.id} review={review} />
        ))}
      </ul>
      {sorted.length > shownAtFirst && (
        <Button
          variant="outline"
          isWide
          aria-expanded={showsAll}
          aria-controls={listId}
          onClick={() => setShowsAll(!showsAll)}
        >
          {showsAll ? reviewsCopy.showLess : reviewsCopy.showAll(sorted.length)}
        </Button>
      )}
    </>
  )
}
