import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { db } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'
import { limitReached } from '../../../http/limits/limit-settings.ts'
import { SITE_TIMES, siteOfNetwork } from '../../../http/limits/network-of.ts'
import { ShopError } from '../../../shop-error.ts'
import type { Tables } from '../../../tables.ts'
import { guessLimit, guessPolicy } from './session-policy.ts'

type Ctx = Pick<Context, 'em' | 'env' | 'clock'>

/** How the guesses of a network are written down. */
export const whoOfNetwork = (network: string): string => `network ${network}`

/**
 * How many wrong guesses `who` has made within the limit's window; a network at least a tenth of those of its /48. Throws
 * TOO_MANY_REQUESTS at the limit.
 */
export async function countRecentGuesses(ctx: Ctx, who: string): Promise<number> {
  const limit = guessLimit(ctx.env)
  if (!limit) return 0
  const own = await countLatest(ctx, limit, (guess) => guess('who', '=', who))
  const site = siteOfNetwork(who.replace(whoOfNetwork(''), ''))
  if (site === undefined) return own
  const ofSite = { ...limit, max: limit.max * SITE_TIMES }
  const all = await countLatest(ctx, ofSite, (guess) =>
    guess(sql<boolean>`starts_with(who, ${whoOfNetwork(`${site}:`)})`, '=', true),
  )
  return Math.max(own, Math.floor(all / SITE_TIMES))
}

async function countLatest(
  { em, clock }: Ctx,
  { max, windowMs }: NonNullable<ReturnType<typeof guessLimit>>,
  isMeant: (guess: ExpressionBuilder<Tables, 'login_guesses'>) => Expression<SqlBool>,
): Promise<number> {
  const now = clock().getTime()
  const guesses = await db(em)
    .selectFrom('login_guesses')
    .select('at')
    .where(isMeant)
    .where('at', '>', new Date(now - windowMs))
    .orderBy('at', 'desc')
    .limit(max)
    .execute()
  const oldest = guesses[max - 1]
  if (!oldest) return guesses.length
  throw limitReached('passwords', oldest.at.getTime() + windowMs - now)
}

/** Records a guess before it is compared, so that several processes at once stay within one limit together. */
export async function recordGuess(ctx: Ctx, who: string): Promise<void> {
  await ctx.em.fork().transactional(async (em) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`guess:${who}`}, 0))`.execute(db(em))
    await countRecentGuesses({ ...ctx, em }, who)
    await db(em).insertInto('login_guesses').values({ who, at: ctx.clock() }).execute()
  })
}

/** Clears the guesses of somebody who has proved to know the password: they were mistyped. */
export async function clearGuesses({ em }: Ctx, who: string): Promise<void> {
  await db(em).deleteFrom('login_guesses').where('who', '=', who).execute()
}

/**
 * During an attack, strangers who have guessed before are served once a second, all of them together; a first guess is
 * always compared (docs/behaviour.md#wrong-passwords). Throws SERVICE_UNAVAILABLE.
 */
export async function refuseDuringAttack(ctx: Ctx): Promise<void> {
  if (!guessLimit(ctx.env)) return
  const now = ctx.clock().getTime()
  // No more than matter are counted: a botnet leaves ten thousand, and asks as often.
  const { count, last } = await db(ctx.em)
    .selectFrom((query) =>
      query
        .selectFrom('login_guesses')
        .select('at')
        .where('at', '>', new Date(now - guessPolicy.attackWindowMs))
        .orderBy('at', 'desc')
        .limit(guessPolicy.attackFrom)
        .as('latest'),
    )
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.max('at').as('last')])
    .executeTakeFirstOrThrow()
  if (count < guessPolicy.attackFrom || !last || last.getTime() <= now - guessPolicy.strangersEveryMs) return
  throw new ShopError('SERVICE_UNAVAILABLE', 'Too many logins at once. Please try again in a moment.', {
    retryAfterSeconds: 5,
  })
}
