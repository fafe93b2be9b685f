import { z } from 'zod'
import { lengthAsRead, reviewLimits } from '../rules/review.ts'
import { isVisibleText } from '../rules/visible-text.ts'
import { cleanText, id, instant, oneLine, optionalText } from './primitives.ts'

const tooShort = 'Review must be at least 10 characters'
/** A visitor's review form. Lengths are counted as a person counts. See docs/behaviour.md#writing-a-review. */
export const reviewForm = z.object({
  rating: z
    .int({ error: 'Please select a rating' })
    .min(1, 'Rating must be between 1 and 5')
    .max(5, 'Rating must be between 1 and 5'),
  content: cleanText(tooShort)
    .max(5_000, 'Review must be less than 500 characters')
    .transform((text) => text.trim())
    .refine((text) => isVisibleText(text) && lengthAsRead(text) >= reviewLimits.min, tooShort)
    .refine((text) => lengthAsRead(text) <= reviewLimits.max, 'Review must be less than 500 characters'),
  customerName: oneLine(optionalText(80)),
})
export type ReviewForm = z.infer<typeof reviewForm>

/** `POST /api/products/{id}/reviews`; `id` is the product's. */
export const submitReviewInput = z.strictObject({
  id,
  ...reviewForm.shape,
  orderSecrets: z.array(z.string().max(60)).max(50).optional().meta({
    description:
      'The page secrets of the reviewer’s own orders; read where only buyers may review, and one of them must have the product',
  }),
})
export type SubmitReview = z.infer<typeof submitReviewInput>

/** One approved review as the public sees it. */
export const publicReview = z
  .object({
    id,
    productId: id,
    rating: z.int().min(1).max(5),
    content: z.string(),
    customerName: z.string().nullable(),
    isVerifiedPurchase: z.boolean().meta({ description: 'The review belongs to an order of this product' }),
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: 'Review' })
export type PublicReview = z.infer<typeof publicReview>

/** `GET /api/products/{id}/reviews`: what it is narrowed by changes the list, and none of the numbers beside it. */
export const productReviewsQuery = z.object({
  id,
  rating: z.int().min(1).max(5).optional().meta({ description: 'Only reviews with so many stars' }),
  verifiedOnly: z.boolean().optional().meta({ description: 'Only reviews that belong to an order' }),
})
export type ProductReviewsQuery = z.infer<typeof productReviewsQuery>

/** Approved reviews, newest first. */
export const productReviews = z
  .object({
    reviews: z.array(publicReview),
    averageRating: z.number().min(0).max(5),
    totalReviews: z.int().min(0),
    ratingCounts: z.array(z.int().min(0)).meta({ description: 'How many have 1, 2, 3, 4 and 5 stars' }),
  })
  .meta({ id: 'ProductReviews' })
export type ProductReviews = z.infer<typeof productReviews>

/** The answer to a visitor's review, which awaits moderation and is not public yet, unless the owner lets reviews show at once. */
export const submittedReview = z
  .object({ id, status: z.enum(['pending', 'approved']), createdAt: instant })
  .meta({ id: 'SubmittedReview' })
export type SubmittedReview = z.infer<typeof submittedReview>
