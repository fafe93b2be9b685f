import type {
  ReviewCounts,
  ReviewList,
  ReviewListQuery,
  ReviewSearchQuery,
} from '@marashi/domain/contracts/admin-reviews'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { countersOf } from '../../db/counters.ts'
import { db } from '../../db/db.ts'
import type { Context } from '../../http/context.ts'
import { occurs, searchWords } from '../catalogue/product-filter.ts'
import { adminReviewColumns, presentReview } from './admin-review-row.ts'

type Ctx = Pick<Context, 'em' | 'env'>

/**
 * Every review that is not deleted, newest first; the full list unless `limit` cuts a page out of it
 * (docs/behaviour.md#moderation).
 */
export async function listAllReviews({ em, env }: Ctx, query: ReviewListQuery): Promise<ReviewList> {
  const { status, limit, offset = 0 } = query
  const [counts, reviews] = await Promise.all([
    countReviews({ em }),
    db(em)
      .with('page', (query) =>
        query
          .selectFrom('reviews')
          .select('id')
          .where('deleted_at', 'is', null)
          .where(({ eb, and }) => (status ? eb('status', '=', status) : and([])))
          .orderBy('created_at', 'desc')
          .orderBy('id', 'desc')
          .limit(limit ?? null)
          .offset(offset),
      )
      .selectFrom('page')
      .innerJoin('reviews as v', 'v.id', 'page.id')
      .innerJoin('products as p', 'p.id', 'v.product_id')
      .select(adminReviewColumns)
      .orderBy('v.created_at', 'desc')
      .orderBy('v.id', 'desc')
      .execute(),
  ])
  return { reviews: reviews.map((row) => presentReview(row, env.PUBLIC_URL)), total: counts[status ?? 'total'] }
}

/** Those of them whose name and comment hold every word, without regard to case and accents. */
export async function searchReviews({ em, env }: Ctx, query: ReviewSearchQuery): Promise<ReviewList> {
  const { status, search, limit, offset } = query
  const words = searchWords(search)
  if (words.length === 0) return await listAllReviews({ em, env }, { status, limit, offset })
  // One statement looks the matches up once, for the total and for the page.
  const { reviews, total } = await db(em)
    .with(
      (cte) => cte('matches').materialized(),
      (query) =>
        query
          .selectFrom('reviews')
          .select(['id', 'created_at'])
          .where('deleted_at', 'is', null)
          .where(({ eb, and }) => (status ? eb('status', '=', status) : and([])))
          .where(({ ref, and }) => and(words.map((word) => occurs(ref('search_text'), word)))),
    )
    .with('page', (query) =>
      query
        .selectFrom('matches')
        .select('id')
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .offset(offset),
    )
    .selectNoFrom(({ selectFrom }) => [
      jsonArrayFrom(
        selectFrom('page')
          .innerJoin('reviews as v', 'v.id', 'page.id')
          .innerJoin('products as p', 'p.id', 'v.product_id')
          .select(adminReviewColumns)
          .orderBy('v.created_at', 'desc')
          .orderBy('v.id', 'desc'),
      ).as('reviews'),
      selectFrom('matches')
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .$asScalar()
        .$notNull()
        .as('total'),
    ])
    .executeTakeFirstOrThrow()
  return { reviews: reviews.map((row) => presentReview(row, env.PUBLIC_URL)), total }
}

/** How many there are of each status. */
export async function countReviews({ em }: Pick<Context, 'em'>): Promise<ReviewCounts> {
  const counted = new Map((await countersOf(em, 'review')).map(({ detail, count }) => [detail, count]))
  const of = (status: string) => counted.get(status) ?? 0
  const [pending, approved, rejected] = [of('pending'), of('approved'), of('rejected')]
  return { total: pending + approved + rejected, pending, approved, rejected }
}
