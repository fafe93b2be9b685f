import type { ProductReviews } from '@marashi/domain/contracts/reviews'
import type { ReviewFilter } from '@marashi/domain/rules/review'
import { Star } from '@marashi/ui/star'
import { StarRating } from '@marashi/ui/star-rating'
import { VisuallyHidden } from '@marashi/ui/visually-hidden'
import { reviewsCopy } from '../../copy/reviews.ts'
import styles from './reviews-summary.module.css'

/** The average rating, and how many reviews have how many stars: each count narrows the list to its reviews. */
export function ReviewsSummary({
  reviews: { averageRating, totalReviews, ratingCounts },
  filter,
  onFilter,
}: {
  reviews: ProductReviews
  filter: ReviewFilter
  onFilter: (filter: ReviewFilter) => void
}) {
  return (
    <div className={styles.summary}>
      <p className={styles.average}>
        <StarRating value={averageRating} size="large" />
        <span>{reviewsCopy.basedOn(totalReviews)}</span>
      </p>
      <ul className={styles.bars} aria-label={reviewsCopy.filterStars}>
        {ratingCounts
          .map((count, index) => ({ stars: index + 1, count }))
          .reverse()
          .map(({ stars, count }) => (
            <li key={stars}>
              <button
                type="button"
                aria-pressed={filter.rating === stars}
                onClick={() => onFilter({ ...filter, rating: filter.rating === stars ? undefined : stars })}
              >
                <span className={styles.stars}>
                  {stars}
                  <Star isFilled />
                  <VisuallyHidden>{reviewsCopy.starsWord(stars)}</VisuallyHidden>
                </span>
                <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true" className={styles.track}>
                  <rect width={(100 * count) / totalReviews} height={8} />
                </svg>
                <span className={styles.count}>
                  {count}
                  <VisuallyHidden>{reviewsCopy.reviewsWord(count)}</VisuallyHidden>
                </span>
              </button>
            </li>
          ))}
      </ul>
    </div>
  )
}
