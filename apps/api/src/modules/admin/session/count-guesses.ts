import { sql } from 'kysely'
import { db } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'
import { ShopError } from '../../../shop-error.ts'

// More wrong passwords than people mistype in a quarter of an hour.
const RUSH = 50
const RUSH_PACE_MS = 1_000

type Ctx = Pick<Context, 'em' | 'env' | 'clock'>

/** How many guesses in how many milliseconds; undefined where guesses are not limited. */
function limitOf({ env }: Ctx): { max: number; windowMs: number } | undefined {
  if (env.LIMIT_LOGINS === 'off') return undefined
  const [max, seconds] = env.LIMIT_LOGINS.split('/').map(Number) as [number, number]
  return { max, windowMs: seconds * 1000 }
}

/** How many wrong guesses `who` had lately. Throws TOO_MANY_REQUESTS, with the seconds to wait, at the limit. */
export async function guessesOf(ctx: Ctx, who: string): Promise<number> {
  const limit = limitOf(ctx)
  if (!limit) return 0
  const now = ctx.clock().getTime()
  const guesses = await db(ctx.em)
    .selectFrom('login_guesses')
    .select('at')
    .where('who', '=', who)
    .where('at', '>', new Date(now - limit.windowMs))
    .orderBy('at', 'desc')
    .limit(limit.max)
    .execute()
  const oldest = guesses[limit.max - 1]
  if (!oldest) return guesses.length
  throw new ShopError('TOO_MANY_REQUESTS', 'Too many wrong passwords. Please try again later.', {
    retryAfterSeconds: Math.ceil((oldest.at.getTime() + limit.windowMs - now) / 1000),
  })
}

/** Counts a guess before it is compared, so that guesses in several processes at once stay within the limit together. */
export async function countGuess(ctx: Ctx, who: string): Promise<void> {
  await ctx.em.fork().transactional(async (em) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`guess:${who}`}, 0))`.execute(db(em))
    await guessesOf({ ...ctx, em }, who)
    await db(em).insertInto('login_guesses').values({ who, at: ctx.clock() }).execute()
  })
}

/** Whoever knows the password is forgiven what was mistyped before. */
export async function forgiveGuesses({ em }: Ctx, who: string): Promise<void> {
  await db(em).deleteFrom('login_guesses').where('who', '=', who).execute()
}

/**
 * While many guess wrong, whoever they are, strangers who have guessed before are heard once a second, all of them
 * together; a first guess is always heard. Throws SERVICE_UNAVAILABLE.
 */
export async function refuseInARush(ctx: Ctx): Promise<void> {
  const limit = limitOf(ctx)
  if (!limit) return
  const now = ctx.clock().getTime()
  const { count, last } = await db(ctx.em)
    .selectFrom('login_guesses')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.max('at').as('last')])
    .where('at', '>', new Date(now - limit.windowMs))
    .executeTakeFirstOrThrow()
  if (count < RUSH || !last || last.getTime() <= now - RUSH_PACE_MS) return
  throw new ShopError('SERVICE_UNAVAILABLE', 'Too many logins at once. Please try again in a moment.', {
    retryAfterSeconds: 5,
  })
}
