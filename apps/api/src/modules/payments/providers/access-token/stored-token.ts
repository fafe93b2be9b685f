import type { PaymentMethod } from '@marashi/domain/contracts/payment-methods'
import type { EntityManager } from '@mikro-orm/postgresql'
import { db } from '../../../../db/db.ts'
import type { GivenToken } from './shared-token.ts'

export interface TokenName {
  gateway: PaymentMethod
  /** Stands for the keys that the token is given for. */
  keys: string
}

/** A process's turn to ask for a new token. */
export interface Renewal extends TokenName {
  until: Date
}

/** A request that begins now must end before its token does. */
const RENEWED_BEFORE_END_MS = 60_000
/**
 * A token is used for so long where its provider names a life that is shorter, or none: renewed for each request, every token
 * would end the one that another request has just been given. One that ends before is refused, and renewed then.
 */
const USED_FOR_MS = 60_000
/** Longer than a process waits for a new token, so that only one that died holds the others up. */
const RENEWAL_MS = 12_000
/**
 * A token that was just given out and is refused is not at fault: another program has asked for one with the same keys, or
 * the app lacks what was asked for. Renewing it at once would end it for everybody, again and again. A request that is
 * repeated gets past this before it gives up.
 */
const JUST_RENEWED_MS = 500
const KEPT_MS = 24 * 60 * 60_000

const after = (now: Date, ms: number) => new Date(now.getTime() + ms)

/** The token that may be used now; undefined where there is none, or it is about to end. */
export async function freshToken(
  em: EntityManager,
  now: Date,
  { gateway, keys }: TokenName,
): Promise<string | undefined> {
  const row = await db(em)
    .selectFrom('access_tokens')
    .select('token')
    .where('gateway', '=', gateway)
    .where('keys', '=', keys)
    .where('expires_at', '>', after(now, RENEWED_BEFORE_END_MS))
    .executeTakeFirst()
  return row?.token ?? undefined
}

/** Until when this process is the one to ask for a new token; undefined where another one is, or has just done so. */
export async function claimRenewal(
  em: EntityManager,
  now: Date,
  { gateway, keys }: TokenName,
): Promise<Date | undefined> {
  const renewing_until = after(now, RENEWAL_MS)
  const claimed = await db(em)
    .insertInto('access_tokens')
    .values({ gateway, keys, expires_at: now, renewing_until })
    .onConflict((conflict) =>
      conflict
        .columns(['gateway', 'keys'])
        .doUpdateSet({ renewing_until })
        .where('access_tokens.expires_at', '<=', after(now, RENEWED_BEFORE_END_MS))
        .where(({ eb, or }) =>
          or([eb('access_tokens.renewing_until', 'is', null), eb('access_tokens.renewing_until', '<=', now)]),
        ),
    )
    .returning('keys')
    .executeTakeFirst()
  return claimed && renewing_until
}

/**
 * Keeps a new token for everybody, and removes those of keys that the shop has left. Answers whether it is kept: it came too late
 * where another process has taken the renewal over, whose token ends this one.
 */
export async function storeToken(
  em: EntityManager,
  now: Date,
  { value, lifeSeconds, ...renewal }: Renewal & GivenToken,
): Promise<boolean> {
  const lifeMs = Math.max(lifeSeconds * 1_000, RENEWED_BEFORE_END_MS + USED_FOR_MS)
  const { numUpdatedRows } = await endRenewal(em, renewal)
    .set({ token: value, expires_at: after(now, lifeMs), renewed_at: now })
    .executeTakeFirst()
  await db(em)
    .deleteFrom('access_tokens')
    .where('gateway', '=', renewal.gateway)
    .where('expires_at', '<', after(now, -KEPT_MS))
    .execute()
  return numUpdatedRows > 0n
}

/** Ends a renewal that brought no token: any process may ask for one now, unless another does already. */
export async function releaseRenewal(em: EntityManager, renewal: Renewal): Promise<void> {
  await endRenewal(em, renewal).execute()
}

const endRenewal = (em: EntityManager, { until, ...name }: Renewal) =>
  changeToken(em, name).set({ renewing_until: null }).where('renewing_until', '=', until)

/** Ends a token that the provider refused, unless it was renewed meanwhile or a moment ago. */
export async function endToken(
  em: EntityManager,
  now: Date,
  { refused, ...name }: TokenName & { refused: string },
): Promise<void> {
  await changeToken(em, name)
    .set({ expires_at: now })
    .where('token', '=', refused)
    .where('renewed_at', '<', after(now, -JUST_RENEWED_MS))
    .execute()
}

const changeToken = (em: EntityManager, { gateway, keys }: TokenName) =>
  db(em).updateTable('access_tokens').where('gateway', '=', gateway).where('keys', '=', keys)
