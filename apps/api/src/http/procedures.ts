import type { KeyArea } from '@marashi/domain/contracts/api-keys'
import type { ErrorCode } from '@marashi/domain/contracts/error-codes'
import { initTRPC, type TRPCError } from '@trpc/server'
import type { OpenApiMeta } from 'trpc-to-openapi'
import { areaOf } from './access-policy.ts'
import type { Context } from './context.ts'
import { errorAnswer } from './error-response.ts'
import { type LimitName, type RequestLimit, rowOf } from './limits/limit-table.ts'
import { answerOnce, type RepeatedWork } from './repeats/answer-once.ts'
import { requireAccess, requireKey } from './require-access.ts'
import type { Access } from './rest-operation.ts'
import { trpcErrorOf } from './trpc-error.ts'

export interface ProcedureMeta extends OpenApiMeta, RepeatedWork {
  /** Who may call it; each of the two kinds of procedure below sets it. */
  access?: Access
  /** Open to anybody without a key of the API; a key needs to write in this area. */
  areaOfKeys?: KeyArea
  /** Open to anybody, and a live session allows more. */
  readsSession?: boolean
  /** Error codes of this procedure alone; those of every procedure like it are added. */
  errors?: readonly ErrorCode[]
  /** The rows of the table of limits that hold for it: each mutation that anybody may call has one at least. */
  limits?: readonly LimitName[]
  /** Those of its limits that its verb counts itself: later than on arrival, or of some requests alone. */
  limitsOfVerb?: readonly RequestLimit[]
  /** The REST status of success where it is not 200. */
  status?: 201 | 204
  /** The answer is the same for everybody until the catalogue changes. */
  isShared?: boolean
  /** It sees to repeated requests itself: an order has keys of its own, an open payment is recognized, a session is one browser's. */
  hasOwnRepeats?: boolean
  /** Answered even while other requests are shed. */
  isNeverShed?: boolean
}

const t = initTRPC
  .context<Context>()
  .meta<ProcedureMeta>()
  .create({
    isDev: false,
    // A connection that a proxy has dropped silently is noticed by the browser within a minute.
    sse: { ping: { enabled: true, intervalMs: 15_000 }, client: { reconnectAfterInactivityMs: 45_000 } },
    errorFormatter({ shape, error, ctx }) {
      return { ...shape, ...trpcErrorOf(errorAnswer(error, ctx?.caller.requestId ?? '')) }
    },
  })

export const router = t.router

const followed = <Answer>({ tracing }: Context, path: string, call: () => Promise<Answer>): Promise<Answer> =>
  tracing ? tracing.span(path, call) : call()

const isRequestLimit = (name: LimitName): name is RequestLimit => rowOf(name).kept === 'process'

/**
 * What anybody may call: browsing, reviewing, ordering. Its requests are counted by those of their limits that are counted on
 * arrival; the verb counts the others. One middleware, because tRPC copies the call for each.
 */
export const shopperProcedure = t.procedure.meta({ access: 'anybody' }).use(async ({ ctx, meta, path, type, next }) => {
  // Who the caller is must be known before a verb holds a connection and asks for it: it would wait for a second one.
  const isWrite = type === 'mutation'
  // A key that has ended or works elsewhere is refused, also where anybody may write: its owner means to be known.
  if (isWrite && ctx.caller.apiKey !== undefined) {
    await (meta?.areaOfKeys ? requireAccess(ctx, meta.areaOfKeys, 'write') : requireKey(ctx))
  }
  for (const name of meta?.limits ?? []) if (isRequestLimit(name)) await ctx.limitRequests(name)
  if (isWrite) await ctx.liveSession()
  const result = await followed(ctx, path, async () => {
    // What everybody shares is read from the replica while it is in step, and from the primary where that fails.
    const read = meta?.isShared ? ctx.replica?.read : undefined
    const answered = await read?.(async (em) => {
      const tried = await next({ ctx: { em } })
      if (!tried.ok && tried.error.code === 'INTERNAL_SERVER_ERROR') throw tried.error
      return tried
    })
    return answered ?? next()
  })
  if (meta?.isShared && result.ok) ctx.markShared()
  return result
})

/**
 * What only the administrator may call, and keys that access-policy.ts lets in; what it changes is changed once under each
 * `Idempotency-Key`. Throws as `requireAccess` and answerOnce.
 */
export const administratorProcedure = t.procedure
  .meta({ access: 'administrator' })
  .use(async ({ ctx, path, type, meta, getRawInput, next }) => {
    const author = await requireAccess(ctx, areaOf(path), type === 'query' ? 'read' : 'write')
    const work = (within: object) => followed(ctx, path, () => next({ ctx: { ...within, author } }))
    const isOnce = type === 'mutation' && ctx.caller.idempotencyKey !== undefined && !meta?.hasOwnRepeats
    const result = isOnce ? await workOnce(ctx, { ...meta, readInput: getRawInput }, work) : await work({})
    if (type === 'mutation') ctx.markWrite()
    return result
  })

/** Over REST the transport has done this, for what visitors may write too, and the key is gone by now. */
async function workOnce<Result extends { ok: true; data: unknown } | { ok: false; error: TRPCError }>(
  ctx: Context,
  {
    openapi,
    status,
    readInput,
    asksOthers,
    holdsSecret,
    mayComeAgain,
  }: ProcedureMeta & { readInput: () => Promise<unknown> },
  work: (within: Context) => Promise<Result>,
): Promise<Result> {
  const operation = `${openapi?.method} ${openapi?.path}`
  let done: Result | undefined
  const answer = await answerOnce(
    ctx,
    { operation, readInput, asksOthers, holdsSecret, mayComeAgain },
    async (within) => {
      const result = await work(within)
      if (!result.ok) throw result.error
      done = result
      return { status: status ?? 200, body: status === 204 ? null : JSON.stringify(result.data) }
    },
  )
  if (done) return done
  const data: unknown = answer.body === null ? undefined : JSON.parse(answer.body)
  // tRPC has no name for the result of a call that was not made.
  return { ok: true, data } as Result
}
