import type { EntityManager, MikroORM } from '@mikro-orm/postgresql'
import type { FastifyBaseLogger } from 'fastify'
import type { Environment } from '../env.ts'
import type { Limits } from './limits.ts'

/** What every verb may use; made once per process. */
export interface Deps {
  orm: MikroORM
  env: Environment
  limits: Limits
  clock: () => Date
  log: FastifyBaseLogger
}

/** Who asks, as far as the transport can tell. */
export interface Caller {
  /** Network address, behind proxies as TRUST_PROXY says. */
  address: string
  requestId: string
  /** The `Idempotency-Key` header, unchecked. */
  idempotencyKey: string | undefined
  /** The administrator's session cookie, unchecked. */
  sessionToken: string | undefined
}

export interface Context extends Deps {
  /** This procedure's own entity manager: forked on first use, shared with nobody (design/reliability 25). */
  readonly em: EntityManager
  caller: Caller
  /** True with a live administrator's session. */
  isAdministrator(): Promise<boolean>
  /** Marks the answer as the same for everybody until the catalogue changes, so that it may be remembered. */
  markShared(): void
}

/** The context of work that nobody asked for. */
export const jobContext = (deps: Deps): Context =>
  makeContext(
    deps,
    { address: 'job', requestId: 'job', idempotencyKey: undefined, sessionToken: undefined },
    { isLiveSession: async () => false, markShared: () => undefined },
  )

export type SessionCheck = (em: EntityManager, sessionToken: string, now: Date) => Promise<boolean>

/** One context per procedure call. The session is looked up at most once, and only for those who show a cookie. */
export function makeContext(
  deps: Deps,
  caller: Caller,
  options: { isLiveSession: SessionCheck; markShared: () => void },
): Context {
  let em: EntityManager | undefined
  let administrator: Promise<boolean> | undefined
  return {
    ...deps,
    caller,
    get em() {
      em ??= deps.orm.em.fork()
      return em
    },
    isAdministrator() {
      const token = caller.sessionToken
      administrator ??= token ? options.isLiveSession(this.em, token, deps.clock()) : Promise.resolve(false)
      return administrator
    },
    markShared: options.markShared,
  }
}
