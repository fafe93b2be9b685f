import type {
  AdminReview,
  ReviewCounts,
  ReviewList,
  ReviewListQuery,
  ReviewSearchQuery,
} from '@marashi/domain/contracts/admin-reviews'
import { countersOf } from '../../db/counters.ts'
import { containing } from '../../db/sql.ts'
import type { Context } from '../../http/context.ts'
import { searchWords } from '../catalogue/product-filter.ts'
import { adminReviewColumns, presentReview } from './admin-review-row.ts'

type Ctx = Pick<Context, 'em' | 'env'>

/** Every review that is not deleted, newest first; the full list unless `limit` cuts a page out of it (decisions 33). */
export async function listAllReviews({ em, env }: Ctx, query: ReviewListQuery): Promise<ReviewList> {
  const { status, limit = null, offset = 0 } = query
  const [counts, reviews] = await Promise.all([
    countReviews({ em }),
    em.execute<AdminReview[]>(
      `with page as (
         select id from reviews where deleted_at is null ${status ? 'and status = ?' : ''}
         order by created_at desc, id desc limit ? offset ?)
       select ${adminReviewColumns} from page join reviews v using (id) join products p on p.id = v.product_id
       order by v.created_at desc, v.id desc`,
      [...(status ? [status] : []), limit, offset],
    ),
  ])
  return { reviews: reviews.map((row) => presentReview(row, env.PUBLIC_URL)), total: counts[status ?? 'total'] }
}

/** Those of them whose name and comment hold every word, without regard to case and accents. */
export async function searchReviews({ em, env }: Ctx, query: ReviewSearchQuery): Promise<ReviewList> {
  const { status, search, limit, offset } = query
  const words = searchWords(search)
  if (words.length === 0) return await listAllReviews({ em, env }, { status, limit, offset })
  const conditions = words.map((word) => ({ sql: `search_text like ${containing('shop_fold(?)')}`, values: [word] }))
  // One statement: the count stands in a row of its own, so a page past the end still tells it.
  const rows: (AdminReview & { total: number })[] = await em.execute(
    `with matches as materialized (
       select id, created_at from reviews
       where deleted_at is null ${status ? 'and status = ?' : ''} and ${conditions.map(({ sql }) => sql).join(' and ')}
     ), page as (select id from matches order by created_at desc, id desc limit ? offset ?)
     select counted.total, found.* from (select count(*)::int as total from matches) counted left join (
       select ${adminReviewColumns}, v.created_at as "sortedBy"
       from page join reviews v using (id) join products p on p.id = v.product_id
     ) found on true order by found."sortedBy" desc, found.id desc`,
    [...(status ? [status] : []), ...conditions.flatMap(({ values }) => values), limit, offset],
  )
  const reviews = rows.filter(({ id }) => id !== null).map((row) => presentReview(row, env.PUBLIC_URL))
  return { reviews, total: rows[0]?.total ?? 0 }
}

/** How many there are of each status. */
export async function countReviews({ em }: Pick<Context, 'em'>): Promise<ReviewCounts> {
  const counted = new Map((await countersOf(em, 'review')).map(({ detail, count }) => [detail, count]))
  const of = (status: string) => counted.get(status) ?? 0
  const [pending, approved, rejected] = [of('pending'), of('approved'), of('rejected')]
  return { total: pending + approved + rejected, pending, approved, rejected }
}
