import {
  productReviews,
  productReviewsQuery,
  submitReviewInput,
  submittedReview,
} from '@marashi/domain/contracts/reviews'
import { router, shopperProcedure } from '../../http/procedures.ts'
import { listReviews } from './list-reviews.ts'
import { submitReview } from './submit-review.ts'

export const reviewsRouter = router({
  forProduct: shopperProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/products/{id}/reviews',
        tags: ['Reviews'],
        summary: 'A product’s approved reviews',
      },
      errors: ['NOT_FOUND'],
      isShared: true,
    })
    .input(productReviewsQuery)
    .output(productReviews)
    .query(({ ctx, input }) => listReviews(ctx, input)),

  submit: shopperProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/products/{id}/reviews',
        tags: ['Reviews'],
        summary: 'Write a review; it waits for moderation, unless the owner has switched that off',
      },
      errors: ['NOT_FOUND', 'ALREADY_REVIEWED', 'REVIEW_NEEDS_ORDER'],
      limits: ['reviews', 'reviewsOfNetwork', 'reviewsOfKey'],
      status: 201,
    })
    .input(submitReviewInput)
    .output(submittedReview)
    .mutation(({ ctx, input }) => submitReview(ctx, input)),
})
