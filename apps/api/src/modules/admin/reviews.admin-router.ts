import { deletion } from '@marashi/domain/contracts/admin-lists'
import {
  adminReview,
  createReviewInput,
  moderateReviewInput,
  reviewCounts,
  reviewList,
  reviewListQuery,
  reviewSearchQuery,
  updateReviewInput,
} from '@marashi/domain/contracts/admin-reviews'
import { z } from 'zod'
import { administratorProcedure, router } from '../../http/procedures.ts'
import { deleteReview } from '../reviews/delete-review.ts'
import { countReviews, listAllReviews, searchReviews } from '../reviews/list-all-reviews.ts'
import { moderateReview } from '../reviews/moderate-review.ts'
import { createReview, updateReview } from '../reviews/save-review.ts'

const tags = ['Administrator']

export const reviewsAdminRouter = router({
  list: administratorProcedure
    .meta({
      openapi: { method: 'GET', path: '/admin/reviews', tags, summary: 'Reviews of every status; all without limit' },
    })
    .input(reviewListQuery)
    .output(reviewList)
    .query(({ ctx, input }) => listAllReviews(ctx, input)),

  search: administratorProcedure
    .meta({
      openapi: { method: 'GET', path: '/admin/reviews/search', tags, summary: 'Search reviews by name or comment' },
    })
    .input(reviewSearchQuery)
    .output(reviewList)
    .query(({ ctx, input }) => searchReviews(ctx, input)),

  counts: administratorProcedure
    .meta({ openapi: { method: 'GET', path: '/admin/reviews/counts', tags, summary: 'Count reviews by status' } })
    .output(reviewCounts)
    .query(({ ctx }) => countReviews(ctx)),

  create: administratorProcedure
    .meta({
      openapi: { method: 'POST', path: '/admin/reviews', tags, summary: 'Enter a review' },
      errors: ['NOT_FOUND'],
      status: 201,
    })
    .input(createReviewInput)
    .output(adminReview)
    .mutation(({ ctx, input }) => createReview(ctx, input)),

  update: administratorProcedure
    .meta({
      openapi: { method: 'PUT', path: '/admin/reviews/{id}', tags, summary: 'Change a review' },
      errors: ['NOT_FOUND', 'STALE'],
    })
    .input(updateReviewInput)
    .output(adminReview)
    .mutation(({ ctx, input }) => updateReview(ctx, input)),

  moderate: administratorProcedure
    .meta({
      openapi: { method: 'PATCH', path: '/admin/reviews/{id}', tags, summary: 'Approve or reject a pending review' },
      errors: ['NOT_FOUND', 'CONFLICT'],
    })
    .input(moderateReviewInput)
    .output(adminReview)
    .mutation(({ ctx, input }) => moderateReview(ctx, input)),

  remove: administratorProcedure
    .meta({
      openapi: { method: 'DELETE', path: '/admin/reviews/{id}', tags, summary: 'Delete a review' },
      errors: ['NOT_FOUND', 'STALE'],
      status: 204,
    })
    .input(deletion)
    .output(z.void())
    .mutation(({ ctx, input }) => deleteReview(ctx, input)),
})
