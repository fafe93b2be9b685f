import type { KeyAction, KeyArea, KeyScope } from '@marashi/domain/contracts/api-keys'
import { allows } from '@marashi/domain/contracts/api-keys'
import type { EntityManager, MikroORM } from '@mikro-orm/postgresql'
import type { FastifyBaseLogger } from 'fastify'
import type { Replica } from '../db/replica.ts'
import type { Environment } from '../env.ts'
import { limitReached } from './limits/limit-settings.ts'
import { type DeedLimit, type LimitName, type RequestLimit, rowOf } from './limits/limit-table.ts'
import type { Limits } from './limits/rate-limits.ts'
import type { LimitLeft } from './limits/request-counter.ts'
import type { Tracing } from './tracing.ts'

/** What every verb may use; made once per process. */
export interface Deps {
  orm: MikroORM
  /** Where the catalogue may be read too. */
  replica?: Replica | undefined
  env: Environment
  limits: Limits
  clock: () => Date
  log: FastifyBaseLogger
  /** Where traces are collected. */
  tracing?: Tracing | undefined
}

/** Who asks, as far as the transport can tell. */
interface Caller {
  /** The network address that limits count (network-of.ts); TRUST_PROXY says which proxies report it. */
  address: string
  requestId: string
  /** The `Idempotency-Key` header, unchecked. */
  idempotencyKey: string | undefined
  /** The administrator's session cookie, unchecked. */
  sessionToken: string | undefined
  /** The cookie of a browser that the administrator has logged in with before, unchecked. */
  deviceToken: string | undefined
  /** The key of the API in the `Authorization` header, unchecked, empty where it was sent wrongly; with one no cookie is looked at. */
  apiKey?: string | undefined
}

export interface Context extends Omit<Deps, 'limits'>, AnswerMarks {
  /** This procedure's own entity manager, forked on first use: two procedures never share an identity map. */
  readonly em: EntityManager
  caller: Caller
  /** The same UUID whenever this request is repeated under its `Idempotency-Key`; undefined without one. */
  repeatId?: string | undefined
  /** The administrator's session behind the caller's cookie, while it is live. */
  liveSession(): Promise<LiveSession | undefined>
  /** True with a live administrator's session. */
  isAdministrator(): Promise<boolean>
  /** The caller's key while it is live, counted against its limit. Throws TOO_MANY_REQUESTS, and as FindKey. */
  liveKey(): Promise<LiveKey | undefined>
  /** True for the administrator, and for a key with the scope. Throws as `liveKey`. */
  mayDo(area: KeyArea, action: KeyAction): Promise<boolean>
  /** True where a limit holds for the caller: neither the administrator nor a key that may write in its area. Throws as `liveKey`. */
  isHeldTo(name: LimitName): Promise<boolean>
  /** Counts a deed of the caller's network, with `of`, against its limit, where that holds for the caller. Throws as Limits. */
  limitVisitor(name: DeedLimit, of?: string): Promise<void>
  /** Counts a deed of the caller's key; nothing is counted without one. Throws TOO_MANY_REQUESTS. */
  limitKey(name: DeedLimit): Promise<void>
  /** Counts a request of the caller's network against its limit, where that holds for the caller. Throws as `liveKey`. */
  limitRequests(name: RequestLimit): Promise<void>
  /** Counts a request of the caller's session or key. Throws TOO_MANY_REQUESTS. */
  limitSession(name: RequestLimit): void
}

export interface LiveSession {
  id: string
  /** The session ends then at the latest. */
  expiresAt: Date
}

/** Who does what only the administrator may do: her session or a key. */
export interface Author {
  id: string
}

export interface LiveKey {
  id: string
  scopes: readonly KeyScope[]
}

/** What a verb may do to the response, on either transport. */
interface AnswerMarks {
  /** Marks the response as the same for everybody until the catalogue changes, so that it may be cached. */
  markShared(): void
  /** Says that a shared response is not worth its memory, because anybody can ask for any number of its kind. */
  markUncached(): void
  /** Says that something was changed that cached responses may show. */
  markWrite(): void
  /** Gives the caller's browser this session; the token is never stored here. */
  setSession(token: string, expiresAt: Date): void
  /** Marks the caller's browser as one that the administrator has logged in with; the token is never stored here. */
  setDevice(token: string, expiresAt: Date): void
  /** Takes the session from the caller's browser. */
  clearSession(): void
  /** Says that an earlier answer is given again. */
  markReplayed(): void
  /** Says how much of a limit the caller has left. */
  reportLimit(left: LimitLeft): void
}

/** The context of a job, which no request caused. */
export const jobContext = (deps: Deps): Context =>
  makeContext(
    deps,
    { address: 'job', requestId: 'job', idempotencyKey: undefined, sessionToken: undefined, deviceToken: undefined },
    { findSession: async () => undefined, findKey: async () => undefined, marks: noMarks },
  )

const noMarks: AnswerMarks = {
  markShared: () => undefined,
  markUncached: () => undefined,
  markWrite: () => undefined,
  markReplayed: () => undefined,
  setSession: () => undefined,
  setDevice: () => undefined,
  clearSession: () => undefined,
  reportLimit: () => undefined,
}

export type FindSession = (
  ctx: Pick<Context, 'em' | 'env' | 'clock'>,
  sessionToken: string,
) => Promise<LiveSession | undefined>

/** The key while it is live. May throw FORBIDDEN for one that works elsewhere. */
export type FindKey = (ctx: Context, key: string) => Promise<LiveKey | undefined>

/** One context per procedure call. It looks the session or the key up at most once, and only for a caller with one. */
export function makeContext(
  deps: Deps,
  caller: Caller,
  { findSession, findKey, marks }: { findSession: FindSession; findKey: FindKey; marks: AnswerMarks },
): Context {
  let em: EntityManager | undefined
  let session: Promise<LiveSession | undefined> | undefined
  let key: Promise<LiveKey | undefined> | undefined
  return {
    ...deps,
    ...marks,
    caller,
    get em() {
      em ??= deps.orm.em.fork()
      return em
    },
    liveSession() {
      const token = caller.apiKey === undefined ? caller.sessionToken : undefined
      session ??= token ? findSession(this, token) : Promise.resolve(undefined)
      return session
    },
    async isAdministrator() {
      return (await this.liveSession()) !== undefined
    },
    liveKey() {
      key ??= findLiveKey(this, findKey, deps.limits)
      return key
    },
    async mayDo(area, action) {
      if (caller.apiKey === undefined) return await this.isAdministrator()
      const key = await this.liveKey()
      return key !== undefined && allows(key.scopes, area, action)
    },
    async isHeldTo(name) {
      const { area } = rowOf(name)
      return !(area === undefined ? await this.isAdministrator() : await this.mayDo(area, 'write'))
    },
    async limitVisitor(name, of) {
      if (!(await this.isHeldTo(name))) return
      await deps.limits.deed(name, caller.address, of)
    },
    async limitKey(name) {
      const key = await this.liveKey()
      if (key) await deps.limits.deed(name, key.id)
    },
    async limitRequests(name) {
      // Asked first, of a cookie or key alone: the owner and a till use up nothing of the shoppers' at the same address.
      if (!(await this.isHeldTo(name))) return
      const waitMs = deps.limits.requests[name]?.count(caller.address) ?? 0
      if (waitMs > 0) throw limitReached(name, waitMs)
    },
    limitSession(name) {
      const waitMs = deps.limits.requests[name]?.count(caller.apiKey ?? caller.sessionToken ?? '') ?? 0
      if (waitMs > 0) throw limitReached(name, waitMs)
    },
  }
}

async function findLiveKey(ctx: Context, findKey: FindKey, { requests }: Limits): Promise<LiveKey | undefined> {
  const key = ctx.caller.apiKey === undefined ? undefined : await findKey(ctx, ctx.caller.apiKey)
  if (!key) return undefined
  const waitMs = requests.keys?.count(key.id) ?? 0
  const left = requests.keys?.left(key.id)
  if (left) ctx.reportLimit(left)
  if (waitMs > 0) throw limitReached('keys', waitMs)
  return key
}
