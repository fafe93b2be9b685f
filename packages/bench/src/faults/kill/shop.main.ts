import { buildApp } from '@marashi/api/app'
import { openDatabase } from '@marashi/api/db/open-database'
import { readEnvironment } from '@marashi/api/env'
import { armFaultPoint } from '@marashi/api/fault-points'
import { ResponseCache } from '@marashi/api/http/cache/response-cache'
import { jobContext } from '@marashi/api/http/context'
import { makeLimits } from '@marashi/api/http/limits/rate-limits'
import { startJobs } from '@marashi/api/jobs/jobs'
import { makePasswordChecks } from '@marashi/api/modules/admin/session/check-password'
import { makeSearches } from '@marashi/api/modules/catalogue/search/searches'
import { smtpFrom } from '@marashi/api/modules/mail/smtp'
import { orderEmailJobs } from '@marashi/api/modules/order-emails/order-emails.job'
import { makeStatusReads } from '@marashi/api/modules/orders/order-pool'
import { paymentJobs } from '@marashi/api/modules/payments/payments.job'
import { gatewaysFrom } from '@marashi/api/modules/payments/providers/registry'
import { makeSettings } from '@marashi/api/modules/shop-settings/settings-of'
import { newPool } from '@marashi/postgres/connection'

/**
 * The shop's routes and jobs without its pages, which take no part in a payment and half of the time of a start. The
 * fault run starts it hundreds of times; only its fault point or a kill ends it.
 */
const env = readEnvironment()
if (!env.DATABASE_URL) throw new Error('DATABASE_URL is missing')
armFaultPoint(env.FAULT_POINT)
const orm = await openDatabase(env.DATABASE_URL, { isPreparing: true })
const pool = newPool(env.DATABASE_URL, { max: 1 })
const clock = () => new Date()
const cache = new ResponseCache()
const deps = {
  orm,
  orderOrm: orm,
  statusReads: makeStatusReads(),
  env,
  searches: makeSearches({ orm, cache }),
  settings: makeSettings({ orm, env, cache }),
  limits: makeLimits(pool, env),
  gateways: gatewaysFrom(env, clock, { orm }),
  passwordChecks: makePasswordChecks(),
  clock,
}
const app = await buildApp({ deps, cache })
await app.listen({ host: env.HOST, port: env.PORT })
const makeContext = () => jobContext({ ...deps, log: app.log })
const send = smtpFrom(deps)
await startJobs(env.DATABASE_URL, [...paymentJobs(makeContext, send), ...orderEmailJobs(makeContext, send)], app.log)
