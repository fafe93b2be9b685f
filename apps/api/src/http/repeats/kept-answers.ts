import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { db } from '../../db/db.ts'
import { ShopError } from '../../shop-error.ts'
import type { RequestClaim } from './request-claim.ts'

/** The answer of a write: its status, and its body as JSON; null where it has none. */
export interface Answer {
  status: number
  body: string | null
}

/** A longer answer is not kept, only that it was given. */
const MAX_BODY_BYTES = 256 * 1024

/**
 * What a request with this claim was answered before; undefined where there was none. Throws UNPROCESSABLE_CONTENT where the key
 * came with another body, CONFLICT while the other request runs, and where its answer was not kept.
 */
export async function earlierAnswer(em: EntityManager, claim: RequestClaim): Promise<Answer | undefined> {
  const row = await ofClaim(em, claim)
  if (!row) return undefined
  if (row.requestHash !== claim.requestHash) throw keyReused()
  if (row.answeredAt === null) throw stillRunning()
  if (row.status === null) throw notKept()
  return { status: row.status, body: row.body }
}

const ofClaim = (em: EntityManager, { caller, operation, key }: RequestClaim) =>
  db(em)
    .selectFrom('request_keys')
    .select(['request_hash as requestHash', 'answered_at as answeredAt', 'status', 'body'])
    .where('caller', '=', caller)
    .where('operation', '=', operation)
    .where('key', '=', key)
    .executeTakeFirst()

const keyReused = () =>
  new ShopError('UNPROCESSABLE_CONTENT', 'This Idempotency-Key was already used for another request.', {
    code: 'IDEMPOTENCY_KEY_REUSED',
  })

export const stillRunning = () =>
  new ShopError('CONFLICT', 'The same request is being worked on. Please send it again in a moment.', {
    code: 'REQUEST_RUNNING',
    retryAfterSeconds: 1,
  })

const notKept = () =>
  new ShopError('CONFLICT', 'This request was done before, and its answer is not kept. Please read what is stored.', {
    code: 'ANSWER_NOT_KEPT',
  })

/**
 * Keeps the answer of a request whose work is done. With `holdsSecret` it keeps only that it was done: a secret is stored once, where
 * it belongs, or not at all.
 */
export async function keepAnswer(
  em: EntityManager,
  claim: RequestClaim,
  { now, answer, holdsSecret = false }: { now: Date; answer: Answer; holdsSecret?: boolean | undefined },
): Promise<void> {
  const isKept = !holdsSecret && Buffer.byteLength(answer.body ?? '') <= MAX_BODY_BYTES
  const kept = {
    answered_at: now,
    held_until: null,
    status: isKept ? answer.status : null,
    body: isKept ? answer.body : null,
  }
  await db(em)
    .insertInto('request_keys')
    .values({ ...rowOf(claim), ...kept, created_at: now })
    .onConflict((conflict) => conflict.columns(['caller', 'operation', 'key']).doUpdateSet(kept))
    .execute()
}

/** Claims the request until `heldUntil`, also where whoever held it before is lost. False where somebody has it or had it. */
export async function holdClaim(
  em: EntityManager,
  claim: RequestClaim,
  { now, heldUntil }: { now: Date; heldUntil: Date },
): Promise<boolean> {
  const held = await db(em)
    .insertInto('request_keys')
    .values({ ...rowOf(claim), answered_at: null, held_until: heldUntil, status: null, body: null, created_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['caller', 'operation', 'key'])
        .doUpdateSet({ held_until: heldUntil })
        .where('request_keys.answered_at', 'is', null)
        .where('request_keys.held_until', '<=', now)
        .where('request_keys.request_hash', '=', claim.requestHash),
    )
    .returning('key')
    .executeTakeFirst()
  return held !== undefined
}

/**
 * Lets go of a request that was refused: it has done nothing, so the same key may come again. A claim that ran out and that somebody
 * else holds since stays theirs.
 */
export async function releaseClaim(
  em: EntityManager,
  { caller, operation, key }: RequestClaim,
  heldUntil: Date,
): Promise<void> {
  await db(em)
    .deleteFrom('request_keys')
    .where('caller', '=', caller)
    .where('operation', '=', operation)
    .where('key', '=', key)
    .where('held_until', '=', heldUntil)
    .execute()
}

const rowOf = ({ caller, operation, key, requestHash }: RequestClaim) => ({
  caller,
  operation,
  key,
  request_hash: requestHash,
})

/** True for the one transaction that works on this claim, until it ends. */
export async function lockClaim(em: EntityManager, { caller, operation, key }: RequestClaim): Promise<boolean> {
  const name = JSON.stringify([caller, operation, key])
  const { rows } = await sql<{
    got: boolean
  }>`select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as got`.execute(db(em))
  return rows[0]?.got === true
}
