import { setTimeout as wait } from 'node:timers/promises'
import type { MikroORM } from '@mikro-orm/postgresql'
import { buildApp } from './app.ts'
import type { BackupSources } from './backup/make-backup.ts'
import { reportUpdate } from './backup/report-update.ts'
import { updateDatabase } from './backup/update-database.ts'
import { makeDatabaseClock, readDatabaseTime } from './db/database-clock.ts'
import { openDatabase } from './db/open-database.ts'
import { makeReplica } from './db/replica.ts'
import { requireOneDatabase } from './db/require-one-database.ts'
import { sandboxKeyFile } from './demo/sandbox-key.ts'
import { wantsDemo, wantsInventedGoods } from './demo/wants-demo.ts'
import type { Environment } from './env.ts'
import { armFaultPoint } from './fault-points.ts'
import { giveBackMemory } from './give-back-memory.ts'
import { followCacheInvalidations } from './http/cache/cache-invalidation.ts'
import { ResponseCache } from './http/cache/response-cache.ts'
import { jobContext } from './http/context.ts'
import { makeLimits } from './http/limits/rate-limits.ts'
import { listenProblem } from './http/listen-problem.ts'
import type { Tracing } from './http/tracing.ts'
import { type Job, startJobs } from './jobs/jobs.ts'
import { startHeartbeat } from './modules/admin/health/processes/heartbeat.ts'
import { isFirstProcess, recordRuns } from './modules/admin/health/runs/record-runs.ts'
import { generatePassword } from './modules/admin/session/admin-password.ts'
import { makePasswordChecks } from './modules/admin/session/check-password.ts'
import { makeSearches } from './modules/catalogue/search/searches.ts'
import { eventFeedOf } from './modules/events/event-feed.ts'
import { smtpFrom } from './modules/mail/smtp.ts'
import { mediaStoreOf } from './modules/media/media-store-of.ts'
import { makeStatusReads } from './modules/orders/order-pool.ts'
import { gatewaysFrom } from './modules/payments/providers/registry.ts'
import { registerConfirmations } from './modules/payments/transactions/confirmations/register-confirmations.ts'
import { makeSettings, type Settings } from './modules/shop-settings/settings-of.ts'
import { makeDispatcher } from './modules/webhooks/dispatcher.ts'
import { postWebhookOf } from './modules/webhooks/post-webhook.ts'
import { loadStorefront } from './pages/storefront-bundle.ts'
import { refuseUnsafeSettings } from './settings/check-settings.ts'
import { shopVersion } from './shop-version.ts'
import type { ShopLog } from './start/open-log.ts'
import { directUrlOf, openOwnPools, openRequestPool } from './start/open-pools.ts'
import { reportStart } from './start/report-start.ts'
import { shopJobs } from './start/shop-jobs.ts'

interface StartOptions {
  env: Environment
  databaseUrl: string
  shopLog: ShopLog
  /** Called for each part as soon as it runs, with how to stop it. */
  onStarted: (stop: () => Promise<unknown>) => void
}

/** Database → schema → first catalogue → host → listen. Throws when a part cannot start; `onStarted` knows those that run. */
export async function startShop({ env, databaseUrl, shopLog, onStarted }: StartOptions): Promise<void> {
  const { log } = shopLog
  refuseUnsafeSettings(env, (text) => log.warn(text))
  armFaultPoint(env.FAULT_POINT)
  const tracing = await tracingOf(env)
  if (tracing) onStarted(tracing.stop)
  const orm = await openRequestPool({ env, databaseUrl, onStarted })
  const directUrl = directUrlOf({ env, databaseUrl })
  await requireOneDatabase(databaseUrl, directUrl)
  const databaseClock = makeDatabaseClock(() => readDatabaseTime(orm))
  const clock = databaseClock.now
  const backups = { env, databaseUrl: directUrl, clock }
  // The copy from before an update has the database's time in its name too.
  await databaseClock.set()
  await update(databaseUrl, backups, (line) => log.info(line))
  if (wantsInventedGoods(env)) {
    const { inventGoods } = await import('./seed/invent-goods.ts')
    await inventGoods(orm, { env, now: clock(), log: (line) => log.info(line) })
  }

  const pools = await openOwnPools({ env, databaseUrl, onStarted })
  const cache = new ResponseCache()
  const settings = makeSettings({ orm, env, cache })
  const storefront = await loadStorefront()
  const demo = wantsDemo(env) ? await demoOf(env, { clock, orm, settings }) : undefined
  if (demo) onStarted(demo.stop)
  const gateways = demo?.gateways ?? gatewaysFrom(env, clock, { orm })
  const replica = pools.replica && makeReplica(pools.replica, { primary: orm, changes: cache })
  const searches = makeSearches({ orm: pools.searches, cache })
  const limits = makeLimits(pools.limits, env)
  const deps = {
    orm,
    orderOrm: pools.orders,
    statusReads: makeStatusReads(),
    replica,
    env,
    settings,
    limits,
    searches,
    gateways,
    passwordChecks: makePasswordChecks(),
    clock,
    tracing,
  }
  const app = await buildApp({ deps, cache, pools: { requests: orm, ...pools }, storefront, logTo: shopLog.stream })
  onStarted(databaseClock.follow(app.log))
  if (replica) onStarted(replica.follow(app.log))
  onStarted(await followCacheInvalidations({ url: directUrl, orm, cache, log: app.log }))
  onStarted(() => app.close())
  const makeJobContext = () => jobContext({ ...deps, log: app.log })
  const makeEm = () => orm.em.fork()
  const webhooks = makeDispatcher(postWebhookOf(env))
  onStarted(() => webhooks.close())
  const isFirst = await isFirstProcess({ makeEm, clock })
  const jobs = await recordRuns(
    shopJobs(makeJobContext, { backups: { ...backups, makeEm }, sendEmail: smtpFrom(deps), webhooks }),
    { makeEm, clock },
  )
  const isDraining = () => app.isDraining
  onStarted(giveBackMemory())
  onStarted(await startHeartbeat({ orm, env, clock, gateways, version: shopVersion, cache, jobs, isDraining }))
  onStarted(await startJobs(directUrl, followed(jobs, tracing), app.log, { isFirst }))
  const sandboxKey = gateways.isSandbox ? await sandboxKeyFile(makeJobContext()) : undefined
  if (demo) await registerConfirmations(makeJobContext(), 'mpesa')
  // From here on orders come in: a database that goes away must not end the shop.
  await app.listen({ host: env.HOST, port: env.PORT }).catch((problem) => {
    throw listenProblem(problem, { variable: 'PORT', host: env.HOST, port: env.PORT })
  })
  onStarted(async () => {
    app.isDraining = true
    // Open pages of the administration connect to another process.
    eventFeedOf(orm).close()
    await wait(env.DRAIN_SECONDS * 1_000)
    await app.stopListening()
  })
  // Not before the port is the shop's: a start that fails would show it to nobody.
  const invented = await generatePassword(env)
  const { demoPhoneUrl } = gateways
  const media = mediaStoreOf(env)
  await reportStart(
    { env, settings, orm, databaseUrl, directUrl, media, clock, demoPhoneUrl, sandboxKey, invented },
    shopLog,
  )
}

/** On connections of its own, because a migration says nothing while it works. */
async function update(databaseUrl: string, backups: BackupSources, log: (line: string) => void): Promise<void> {
  const orm = await openDatabase(databaseUrl, { poolSize: 2 })
  try {
    reportUpdate(await updateDatabase(orm, backups), log)
  } finally {
    await orm.close()
  }
}

/** Imported only in development: a shop that sells does without the simulator. */
async function demoOf(
  env: Environment,
  { settings, ...parts }: { clock: () => Date; orm: MikroORM; settings: Settings },
) {
  const { startDemoGateway } = await import('./demo/demo-gateway.ts')
  return startDemoGateway(env, { ...parts, shopName: (await settings.read()).shop.name })
}

/** Imported only where somebody collects traces: elsewhere not a byte of it is loaded. */
async function tracingOf({ OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_EXPORTER_OTLP_HEADERS: headers }: Environment) {
  if (!url) return undefined
  const { startTracing } = await import('./telemetry/start-tracing.ts')
  return startTracing({ url, headers })
}

const followed = (jobs: Job[], tracing: Tracing | undefined): Job[] =>
  tracing ? jobs.map((job) => ({ ...job, run: () => tracing.span(`job ${job.name}`, job.run) })) : jobs
