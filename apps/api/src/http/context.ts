import type { EntityManager, MikroORM } from '@mikro-orm/postgresql'
import type { FastifyBaseLogger } from 'fastify'
import type { Replica } from '../db/replica.ts'
import type { Environment } from '../env.ts'
import { limitReached } from './limits/limit-settings.ts'
import type { DeedLimit, RequestLimit } from './limits/limit-table.ts'
import type { Limits } from './limits/rate-limits.ts'
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
}

export interface Context extends Omit<Deps, 'limits'>, AnswerMarks {
  /** This procedure's own entity manager, forked on first use: two procedures never share an identity map. */
  readonly em: EntityManager
  caller: Caller
  /** The administrator's session behind the caller's cookie, while it is live. */
  liveSession(): Promise<LiveSession | undefined>
  /** True with a live administrator's session. */
  isAdministrator(): Promise<boolean>
  /** Counts a visitor's deed against its limit; the administrator's are not counted. Throws as Limits. */
  limitVisitor(name: DeedLimit, key: string): Promise<void>
  /** Counts a request of the caller's network; the administrator is never refused. Throws TOO_MANY_REQUESTS. */
  limitRequests(name: RequestLimit): Promise<void>
  /** Counts a request of the caller's session. Throws TOO_MANY_REQUESTS. */
  limitSession(name: RequestLimit): void
}

export interface LiveSession {
  id: string
  /** The session ends then at the latest. */
  expiresAt: Date
}

/** What a verb may do to the response, on either transport. */
interface AnswerMarks {
  /** Marks the response as the same for everybody until the catalogue changes, so that it may be cached. */
  markShared(): void
  /** Gives the caller's browser this session; the token is never stored here. */
  setSession(token: string, expiresAt: Date): void
  /** Marks the caller's browser as one that the administrator has logged in with; the token is never stored here. */
  setDevice(token: string, expiresAt: Date): void
  /** Takes the session from the caller's browser. */
  clearSession(): void
}

/** The context of a job, which no request caused. */
export const jobContext = (deps: Deps): Context =>
  makeContext(
    deps,
    { address: 'job', requestId: 'job', idempotencyKey: undefined, sessionToken: undefined, deviceToken: undefined },
    { findSession: async () => undefined, marks: noMarks },
  )

const noMarks: AnswerMarks = {
  markShared: () => undefined,
  setSession: () => undefined,
  setDevice: () => undefined,
  clearSession: () => undefined,
}

export type FindSession = (
  ctx: Pick<Context, 'em' | 'env' | 'clock'>,
  sessionToken: string,
) => Promise<LiveSession | undefined>

/** One context per procedure call. It looks the session up at most once, and only for a caller with a cookie. */
export function makeContext(
  deps: Deps,
  caller: Caller,
  { findSession, marks }: { findSession: FindSession; marks: AnswerMarks },
): Context {
  let em: EntityManager | undefined
  let session: Promise<LiveSession | undefined> | undefined
  return {
    ...deps,
    ...marks,
    caller,
    get em() {
      em ??= deps.orm.em.fork()
      return em
    },
    liveSession() {
      const token = caller.sessionToken
      session ??= token ? findSession(this, token) : Promise.resolve(undefined)
      return session
    },
    async isAdministrator() {
      return (await this.liveSession()) !== undefined
    },
    async limitVisitor(name, key) {
      if (!(await this.isAdministrator())) await deps.limits.deed(name, key)
    },
    async limitRequests(name) {
      const waitMs = deps.limits.requests[name]?.count(caller.address) ?? 0
      if (waitMs > 0 && !(await this.isAdministrator())) throw limitReached(name, waitMs)
    },
    limitSession(name) {
      const waitMs = deps.limits.requests[name]?.count(caller.sessionToken ?? '') ?? 0
      if (waitMs > 0) throw limitReached(name, waitMs)
    },
  }
}
