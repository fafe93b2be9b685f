import { perfumes } from './perfumes.ts'
import type { ReviewsBySlug } from './review.ts'
import { amberAndSpiceReviews } from './reviews/amber-and-spice.ts'
import { bakhoorAndIncenseReviews } from './reviews/bakhoor-and-incense.ts'
import { citrusAndSeaReviews } from './reviews/citrus-and-sea.ts'
import { giftsAndTravelReviews } from './reviews/gifts-and-travel.ts'
import { muskAndVanillaReviews } from './reviews/musk-and-vanilla.ts'
import { oudAndWoodsReviews } from './reviews/oud-and-woods.ts'
import { roseAndFloralsReviews } from './reviews/rose-and-florals.ts'

/** A review ready to be stored: who, what, when and how the shop's moderator decided. */
export type SeedReview = {
  /** Slug of the reviewed perfume. */
  perfume: string
  rating: number
  content: string
  customerName: string | null
  status: 'approved' | 'pending' | 'rejected'
  createdAt: Date
}

const dayMs = 24 * 60 * 60 * 1000

export const reviewsBySlug: ReviewsBySlug = {
  ...oudAndWoodsReviews,
  ...amberAndSpiceReviews,
  ...muskAndVanillaReviews,
  ...roseAndFloralsReviews,
  ...citrusAndSeaReviews,
  ...bakhoorAndIncenseReviews,
  ...giftsAndTravelReviews,
}

/**
 * Every review of the first catalogue, dated backwards from `seededAt` over the year before it. A review's place in
 * its day follows from its order, so that no two reviews of a perfume share an instant.
 */
export function seedReviews(seededAt: Date): SeedReview[] {
  return perfumes.flatMap(({ slug }) =>
    (reviewsBySlug[slug] ?? []).map((review, index) => ({
      perfume: slug,
      rating: review.rating,
      content: review.content,
      customerName: review.customerName ?? null,
      status: review.status ?? 'approved',
      createdAt: new Date(seededAt.getTime() - review.daysAgo * dayMs + ((index * 47) % 600) * 60_000),
    })),
  )
}
