import { buildApp } from '@marashi/api/app'
import { openDatabase } from '@marashi/api/db/open-database'
import { readEnvironment } from '@marashi/api/env'
import { ResponseCache } from '@marashi/api/http/cache/response-cache'
import { jobContext } from '@marashi/api/http/context'
import { makeLimits } from '@marashi/api/http/limits/rate-limits'
import { makePasswordChecks } from '@marashi/api/modules/admin/session/check-password'
import { makeSearches } from '@marashi/api/modules/catalogue/search/searches'
import { smtpFrom } from '@marashi/api/modules/mail/smtp'
import { orderEmailJobs } from '@marashi/api/modules/order-emails/order-emails.job'
import { makeStatusReads } from '@marashi/api/modules/orders/order-pool'
import { paymentJobs } from '@marashi/api/modules/payments/payments.job'
import { type Gateways, gatewaysFrom, paymentProviders } from '@marashi/api/modules/payments/providers/registry'
import { recoverPayments } from '@marashi/api/modules/payments/recovery/recover-payments'
import { makeSettings } from '@marashi/api/modules/shop-settings/settings-of'
import { newPool } from '@marashi/postgres/connection'
import type { Fixture } from './fixture.ts'

const MINUTE_MS = 60_000
const DAY_MINUTES = 24 * 60
const SMALL_STEP_MS = 15_000
/** A day and an hour: what the shop does once a day is done then. */
export const OVER_A_DAY_MINUTES = 25 * 60
export const OVER_A_DAY_MS = OVER_A_DAY_MINUTES * MINUTE_MS

/** The shop without pages in this process, at the fixture's address, with a clock that can be moved. */
export interface AppInstance extends AsyncDisposable {
  /** Moves the clock of the shop and the gateways on by `minutes` and runs the shop's jobs meanwhile; those of each morning once where it is a day or more. */
  advance(minutes: number): Promise<void>
}

/** `gatewaysOf` replaces the gateways that the fixture's settings make. */
export async function startAppInstance(
  fixture: Fixture,
  gatewaysOf?: (clock: () => Date) => Partial<Gateways>,
): Promise<AppInstance> {
  const env = readEnvironment({ ...fixture.settings, LOG_LEVEL: 'silent' })
  const orm = await openDatabase(fixture.databaseUrl, { isPreparing: true })
  const pool = newPool(fixture.databaseUrl, { max: 1 })
  let offsetMs = 0
  const clock = () => new Date(Date.now() + offsetMs)
  const cache = new ResponseCache()
  const deps = {
    orm,
    orderOrm: orm,
    statusReads: makeStatusReads(),
    env,
    searches: makeSearches({ orm, cache }),
    settings: makeSettings({ orm, env, cache }),
    limits: makeLimits(pool, env),
    gateways: { ...gatewaysFrom(env, clock, { orm }), ...gatewaysOf?.(clock) },
    passwordChecks: makePasswordChecks(),
    clock,
  }
  const app = await buildApp({ deps, cache })
  await app.listen({ host: env.HOST, port: env.PORT })
  const makeContext = () => jobContext({ ...deps, log: app.log })
  const rateLimited = paymentProviders().filter(({ recovery }) => recovery.rateLimit !== null)
  const isRateLimited = (name: string) => rateLimited.some(({ method }) => name === `recover-${method}`)
  const send = smtpFrom(deps)
  const all = [...paymentJobs(makeContext, send), ...orderEmailJobs(makeContext, send)]
  const jobs = all.filter(({ name }) => !isRateLimited(name))
  const [often, daily] = [true, false].map((isOften) =>
    jobs.filter(({ every }) => (typeof every === 'number') === isOften),
  )

  function move(ms: number): void {
    offsetMs += ms
    fixture.simulator.control.setClockOffset(offsetMs)
  }

  return {
    async advance(minutes) {
      for (const endMs = offsetMs + minutes * MINUTE_MS; offsetMs < endMs; ) {
        // Small steps while prompts are open, then the quarter hours at which the shop asks the gateway.
        move(Math.min(endMs - offsetMs, minutes <= 15 ? SMALL_STEP_MS : 15 * MINUTE_MS))
        for (const { run } of often ?? []) await run()
        for (const provider of rateLimited) {
          for (let inMs = await recoverPayments(makeContext(), provider); inMs !== null; ) {
            move(inMs)
            inMs = await recoverPayments(makeContext(), provider)
          }
        }
      }
      if (minutes >= DAY_MINUTES) for (const { run } of daily ?? []) await run()
    },
    async [Symbol.asyncDispose]() {
      await app.close()
      await pool.end()
      await orm.close()
    },
  }
}
