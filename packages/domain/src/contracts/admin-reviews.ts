import { z } from 'zod'
import { lengthAsRead, reviewLimits } from '../rules/review.ts'
import { isVisibleText } from '../rules/visible-text.ts'
import { listCursor, listQuery, nextCursor, timeFilter, versionRead } from './admin-lists.ts'
import { cleanText, id, instant, oneLine, optionalText } from './primitives.ts'

export const reviewStatuses = ['pending', 'approved', 'rejected'] as const

/** A review as the administrator sees it, with its product. */
export const adminReview = z
  .object({
    id,
    productId: id,
    productName: z.string(),
    productImage: z.string(),
    rating: z.int().min(1).max(5),
    content: z.string(),
    customerName: z.string().nullable(),
    orderId: id.nullable(),
    status: z.enum(reviewStatuses),
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: 'AdminReview' })
export type AdminReview = z.infer<typeof adminReview>

/** `GET /api/admin/reviews`: without any parameter the full list. See docs/behaviour.md#moderation. */
export const reviewListQuery = z.object({
  limit: z.int().min(1).max(100).optional(),
  offset: z.int().min(0).max(10_000_000).optional(),
  ...listCursor,
  ...timeFilter,
  status: z.enum(reviewStatuses).optional(),
})
export type ReviewListQuery = z.infer<typeof reviewListQuery>

/** `GET /api/admin/reviews/search`: customer name or comment. */
export const reviewSearchQuery = z.object({
  ...listQuery(20),
  ...listCursor,
  ...timeFilter,
  status: z.enum(reviewStatuses).optional(),
})
export type ReviewSearchQuery = z.infer<typeof reviewSearchQuery>

export const reviewList = z
  .object({ reviews: z.array(adminReview), total: z.int(), ...nextCursor })
  .meta({ id: 'ReviewList' })
export type ReviewList = z.infer<typeof reviewList>

/** `GET /api/admin/reviews/counts`: the four cards, without sending every review. */
export const reviewCounts = z
  .object({ total: z.int(), pending: z.int(), approved: z.int(), rejected: z.int() })
  .meta({ id: 'ReviewCounts' })
export type ReviewCounts = z.infer<typeof reviewCounts>

const tooShort = 'Content must be at least 10 characters'
/** The administrator's review form. */
export const adminReviewForm = z.object({
  productId: z.string({ error: 'Product ID is required' }).min(1, 'Product ID is required').pipe(id),
  customerName: oneLine(optionalText(80)),
  rating: z
    .int({ error: 'Rating must be at least 1' })
    .min(1, 'Rating must be at least 1')
    .max(5, 'Rating cannot exceed 5'),
  content: cleanText(tooShort)
    .max(5_000, 'Content must be at most 500 characters')
    .transform((text) => text.trim())
    .refine((text) => isVisibleText(text) && lengthAsRead(text) >= reviewLimits.min, tooShort)
    .refine((text) => lengthAsRead(text) <= reviewLimits.max, 'Content must be at most 500 characters'),
  status: z.enum(reviewStatuses).default('pending'),
})
export type AdminReviewForm = z.infer<typeof adminReviewForm>

/** `POST /api/admin/reviews` */
export const createReviewInput = z.strictObject(adminReviewForm.shape)
export type CreateReview = z.infer<typeof createReviewInput>

/** `PUT /api/admin/reviews/{id}`: may set any status; without one the stored status stays. */
export const updateReviewInput = z.strictObject({
  id,
  ...adminReviewForm.shape,
  status: z.enum(reviewStatuses).optional(),
  ...versionRead,
})
export type UpdateReview = z.infer<typeof updateReviewInput>

/** `PATCH /api/admin/reviews/{id}`: approves or rejects a pending review; any other answers 409. */
export const moderateReviewInput = z.strictObject({ id, status: z.enum(['approved', 'rejected']) })
export type ModerateReview = z.infer<typeof moderateReviewInput>
