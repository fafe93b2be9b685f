import type { EntityManager } from '@mikro-orm/postgresql'
import type { FastifyReply } from 'fastify'
import { databaseTrouble } from '../../db/database-failure.ts'
import { recordDone } from '../../db/record-done.ts'
import { faultPoint } from '../../fault-points.ts'
import type { Context } from '../context.ts'
import { LAST_RECORD_AFTER_MS } from '../time-limits.ts'
import {
  type Answer,
  earlierAnswer,
  holdClaim,
  keepAnswer,
  lockClaim,
  releaseClaim,
  stillRunning,
} from './kept-answers.ts'
import { claimOf, type RequestClaim, repeatIdOf } from './request-claim.ts'

/** How a write that may be repeated does its work. */
export interface RepeatedWork {
  /** It waits for a gateway, another program or a disk, which no transaction may, or is many transactions of its own. */
  asksOthers?: boolean | undefined
  /** Its answer holds a secret, which lies nowhere but where it belongs. */
  holdsSecret?: boolean | undefined
  /** Whether an answer of success says that something was not done which the same request may do later. */
  mayComeAgain?: ((answer: unknown) => boolean) | undefined
}

interface RepeatedRequest extends RepeatedWork {
  /** `POST /admin/payments`. */
  operation: string
  /** What was sent. Throws where the caller may not do this. */
  readInput: () => Promise<unknown>
}

type Work = (ctx: Context) => Promise<Answer>

/** More than a request may take: whoever holds a claim for longer was killed. */
const HOLD_MS = 120_000

/**
 * Does `work`; for a request with an `Idempotency-Key` once, and whoever repeats it gets its answer again. What is refused was not
 * done, and is not kept, nor is an answer that says so, be it of a part. See docs/behaviour.md#repeated-requests. Throws as claimOf,
 * earlierAnswer, `readInput` and `work`.
 */
export async function answerOnce(
  ctx: Context,
  { operation, readInput, asksOthers = false, ...keeping }: RepeatedRequest,
  work: Work,
): Promise<Answer> {
  if (ctx.caller.idempotencyKey === undefined) return await work(ctx)
  const claim = await claimOf(ctx, operation, readInput)
  if (!claim) return await work(ctx)
  // The work may be a procedure, which would look at the key again.
  const claimed = { ...ctx, caller: { ...ctx.caller, idempotencyKey: undefined } }
  return asksOthers ? await besideClaim(claimed, claim, keeping, work) : await withClaim(claimed, claim, keeping, work)
}

type Keeping = Pick<RepeatedWork, 'holdsSecret' | 'mayComeAgain'>

const isToKeep = ({ body }: Answer, { mayComeAgain }: Keeping) => body === null || !mayComeAgain?.(JSON.parse(body))

/** What a handler returns to send an answer. */
export function sendAnswer(reply: FastifyReply, { status, body }: Answer): FastifyReply | string {
  reply.code(status)
  if (body === null) return reply.send()
  reply.type('application/json; charset=utf-8')
  return body
}

/** Work and note are one transaction: a process that is killed leaves both or neither. */
async function withClaim(ctx: Context, claim: RequestClaim, keeping: Keeping, work: Work): Promise<Answer> {
  const settings = await settingsWithin(ctx)
  const answer = await ctx.em.fork().transactional(async (tx) => {
    if (!(await lockClaim(tx, claim))) throw stillRunning()
    const earlier = await earlierAnswer(tx, claim)
    if (earlier) return replay(ctx, earlier)
    const made = await work({ ...ctx, em: boundTo(tx), settings })
    if (isToKeep(made, keeping)) await keepAnswer(tx, claim, { now: ctx.clock(), answer: made, ...keeping })
    faultPoint('answer-before-commit')
    return made
  })
  faultPoint('answer-committed')
  if (settings.isChanged) ctx.settings.invalidate()
  return answer
}

/**
 * The settings as they are before the transaction, which asks for no second connection. What changes them makes the process read
 * them again when they are committed: whoever reads them sooner reads what was there before.
 */
async function settingsWithin({ settings }: Context): Promise<Context['settings'] & { isChanged: boolean }> {
  const known = await settings.read()
  const within = {
    isChanged: false,
    lastKnown: known,
    read: async () => known,
    invalidate: () => {
      within.isChanged = true
    },
  }
  return within
}

/**
 * The claim is stored before the work and the answer after it. After a process was killed in between, the request is worked on
 * again as soon as the claim has run out: the verb recognizes by `repeatId` what it has stored.
 */
async function besideClaim(ctx: Context, claim: RequestClaim, keeping: Keeping, work: Work): Promise<Answer> {
  const lastTryAt = performance.now() + LAST_RECORD_AFTER_MS
  const now = ctx.clock()
  const em = ctx.em.fork()
  const heldUntil = new Date(now.getTime() + HOLD_MS)
  if (!(await holdClaim(em, claim, { now, heldUntil }))) {
    const earlier = await earlierAnswer(em, claim)
    if (earlier) return replay(ctx, earlier)
    // It was refused between the two statements.
    throw stillRunning()
  }
  const made = await work({ ...ctx, repeatId: repeatIdOf(claim) }).catch(async (error: unknown) => {
    await releaseClaim(em, claim, heldUntil)
    throw error
  })
  faultPoint('answer-before-note')
  const note = () =>
    isToKeep(made, keeping)
      ? keepAnswer(em, claim, { now: ctx.clock(), answer: made, ...keeping })
      : releaseClaim(em, claim, heldUntil)
  await recordDone(note, { lastTryAt }).catch((err: unknown) => {
    if (!databaseTrouble(err)) throw err
    // The work is done, and its caller learns so. Who repeats it all the same meets the claim, as after a process was killed.
    ctx.log.warn({ err, operation: claim.operation }, 'the answer of a request could not be kept')
  })
  return made
}

function replay(ctx: Context, answer: Answer): Answer {
  ctx.markReplayed()
  return answer
}

/** A verb that forks its entity manager stays within the transaction, and a transaction of its own becomes a savepoint. */
function boundTo(tx: EntityManager): EntityManager {
  const fork = tx.fork.bind(tx)
  tx.fork = (options) => boundTo(fork({ ...options, keepTransactionContext: true })) as typeof tx
  return tx
}
