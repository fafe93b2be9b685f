import type {
  ReviewCounts,
  ReviewList,
  ReviewListQuery,
  ReviewSearchQuery,
} from '@marashi/domain/contracts/admin-reviews'
import type { EntityManager } from '@mikro-orm/postgresql'
import { expressionBuilder } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { countersOf } from '../../db/counters.ts'
import { db } from '../../db/db.ts'
import { isNarrowed, isWithin, pageOf, placeOf } from '../../db/list-cursor.ts'
import { isAfter, placeTime } from '../../db/read-in-batches.ts'
import type { Context } from '../../http/context.ts'
import type { Tables } from '../../tables.ts'
import { occurs, searchWords } from '../catalogue/product-filter.ts'
import { adminReviewColumns, presentReviews } from './admin-review-row.ts'

type Ctx = Pick<Context, 'em' | 'env' | 'mayDo'>
/** Without a limit: all of them. */
type Asked = ReviewListQuery & { words: readonly string[] }

/**
 * Every review that is not deleted, newest first; the full list unless `limit` cuts a page out of it
 * (docs/behaviour.md#moderation). Throws BAD_REQUEST for a cursor that is not ours.
 */
export const listAllReviews = (ctx: Ctx, query: ReviewListQuery): Promise<ReviewList> =>
  readReviews(ctx, { ...query, words: [] })

/** Those of them whose name and comment hold every word, without regard to case and accents. */
export const searchReviews = (ctx: Ctx, { search, ...query }: ReviewSearchQuery): Promise<ReviewList> =>
  readReviews(ctx, { ...query, words: searchWords(search) })

async function readReviews(ctx: Ctx, asked: Asked): Promise<ReviewList> {
  const { rows, total } = await (asked.words.length > 0 || isNarrowed(asked)
    ? searched(ctx.em, asked)
    : browsed(ctx.em, asked))
  const { page, nextCursor } = pageOf(rows, asked.limit ?? rows.length)
  return { reviews: await presentReviews(ctx, page), total, nextCursor }
}

const listed = [
  ...adminReviewColumns,
  placeTime(expressionBuilder<{ v: Tables['reviews'] }, 'v'>().ref('v.created_at')).as('place'),
] as const

/** A page and one row more, if there is one. */
const oneMore = (limit: number | undefined) => (limit === undefined ? null : limit + 1)

/** The total comes from the counters, the page from an index. */
async function browsed(em: EntityManager, { status, limit, offset = 0, cursor }: Asked) {
  const after = placeOf(cursor)
  const [counts, rows] = await Promise.all([
    countReviews({ em }),
    db(em)
      .with('page', (query) =>
        query
          .selectFrom('reviews')
          .select('id')
          .where('deleted_at', 'is', null)
          .where(({ eb, and }) => (status ? eb('status', '=', status) : and([])))
          .where(({ ref }) => isAfter(after, ref('created_at'), ref('id')))
          .orderBy('created_at', 'desc')
          .orderBy('id', 'desc')
          .limit(oneMore(limit))
          .offset(offset),
      )
      .selectFrom('page')
      .innerJoin('reviews as v', 'v.id', 'page.id')
      .innerJoin('products as p', 'p.id', 'v.product_id')
      .select(listed)
      .orderBy('v.created_at', 'desc')
      .orderBy('v.id', 'desc')
      .execute(),
  ])
  return { rows, total: counts[status ?? 'total'] }
}

/** One statement looks the matches up once, for the total and for the page. */
async function searched(em: EntityManager, { status, words, limit, offset = 0, cursor, ...times }: Asked) {
  const after = placeOf(cursor)
  return await db(em)
    .with(
      (cte) => cte('matches').materialized(),
      (query) =>
        query
          .selectFrom('reviews')
          .select(['id', 'created_at'])
          .where('deleted_at', 'is', null)
          .where(({ eb, and }) => (status ? eb('status', '=', status) : and([])))
          .where(({ ref, and }) => and(words.map((word) => occurs(ref('search_text'), word))))
          .where(({ ref }) => isWithin(times, ref('created_at'), ref('updated_at'))),
    )
    .with('page', (query) =>
      query
        .selectFrom('matches')
        .select('id')
        .where(({ ref }) => isAfter(after, ref('created_at'), ref('id')))
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(oneMore(limit))
        .offset(offset),
    )
    .selectNoFrom(({ selectFrom }) => [
      jsonArrayFrom(
        selectFrom('page')
          .innerJoin('reviews as v', 'v.id', 'page.id')
          .innerJoin('products as p', 'p.id', 'v.product_id')
          .select(listed)
          .orderBy('v.created_at', 'desc')
          .orderBy('v.id', 'desc'),
      ).as('rows'),
      selectFrom('matches')
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .$asScalar()
        .$notNull()
        .as('total'),
    ])
    .executeTakeFirstOrThrow()
}

/** How many there are of each status. */
export async function countReviews({ em }: Pick<Context, 'em'>): Promise<ReviewCounts> {
  const counted = new Map((await countersOf(em, 'review')).map(({ detail, count }) => [detail, count]))
  const of = (status: string) => counted.get(status) ?? 0
  const [pending, approved, rejected] = [of('pending'), of('approved'), of('rejected')]
  return { total: pending + approved + rejected, pending, approved, rejected }
}
