/** A review has 10 to 500 characters, counted as a person counts. See docs/behaviour.md#writing-a-review. */

export const reviewLimits = { min: 10, max: 500 } as const

export const ratingLabels: Record<1 | 2 | 3 | 4 | 5, string> = {
  1: 'Poor',
  2: 'Fair',
  3: 'Good',
  4: 'Very Good',
  5: 'Excellent',
}

export const reviewSorts = ['newest', 'oldest', 'highest', 'lowest'] as const
export type ReviewSort = (typeof reviewSorts)[number]

let segmenter: Intl.Segmenter | undefined

/**
 * Characters as a person sees them: one flag, one family emoji and one accented letter count 1 each. A browser that cannot
 * tell (Firefox before 125) counts the code points; the server decides.
 */
export function lengthAsRead(text: string): number {
  if (!('Segmenter' in Intl)) return [...text].length
  // Created on first use, because that takes a slow phone several milliseconds.
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  let count = 0
  for (const _ of segmenter.segment(text)) count += 1
  return count
}

/** A sorted copy. Equal ratings show the newest first; what is equal in everything keeps its order. */
export function sortReviews<Review extends { rating: number; createdAt: string }>(
  reviews: readonly Review[],
  sort: ReviewSort,
): Review[] {
  return [...reviews].sort((a, b) => {
    const newestFirst = Date.parse(b.createdAt) - Date.parse(a.createdAt)
    if (sort === 'oldest') return -newestFirst
    if (sort === 'highest') return b.rating - a.rating || newestFirst
    if (sort === 'lowest') return a.rating - b.rating || newestFirst
    return newestFirst
  })
}

export type ReviewFilter = { rating?: number | undefined; verifiedOnly?: boolean | undefined }

/** The reviews with so many stars and, if only those are wanted, of a verified purchase. */
export const filterReviews = <Review extends { rating: number; isVerifiedPurchase: boolean }>(
  reviews: readonly Review[],
  { rating, verifiedOnly }: ReviewFilter,
): Review[] =>
  reviews.filter(
    (review) => (rating === undefined || review.rating === rating) && (!verifiedOnly || review.isVerifiedPurchase),
  )

/** How many reviews have 1, 2, 3, 4 and 5 stars. */
export const ratingCounts = (ratings: readonly number[]): number[] =>
  [1, 2, 3, 4, 5].map((stars) => ratings.filter((rating) => rating === stars).length)

/** The mean rating to one decimal, halves up; 0 without ratings. */
export function averageRating(ratings: readonly number[]): number {
  if (ratings.length === 0) return 0
  const sum = ratings.reduce((total, rating) => total + rating, 0)
  return Math.round((sum * 10) / ratings.length) / 10
}
