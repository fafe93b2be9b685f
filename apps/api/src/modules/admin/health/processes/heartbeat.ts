import { randomUUID } from 'node:crypto'
import os from 'node:os'
import type { MikroORM } from '@mikro-orm/postgresql'
import { db, json } from '../../../../db/db.ts'
import { unknownMigrations } from '../../../../db/unknown-migrations.ts'
import type { Environment } from '../../../../env.ts'
import type { Gateways } from '../../../payments/providers/registry.ts'
import { paymentProviders } from '../../../payments/providers/registry.ts'
import { keysOf } from '../facts/read-refusal.ts'
import { recordOutage } from '../problems/record-outage.ts'
import { measureProcess, throughoutAMinute, type Vitals } from './vitals.ts'

const BEAT_EVERY_MS = 15_000
const LONG_GONE_MS = 24 * 60 * 60_000

export interface HeartbeatOptions {
  orm: MikroORM
  env: Environment
  clock: () => Date
  gateways: Gateways
  version: string
  cache: { readonly isListening: boolean }
  jobs: readonly { name: string }[]
  isDraining: () => boolean
  everyMs?: number
  /** What the machine's own clock shows, in milliseconds. */
  machineTime?: () => number
}

/**
 * Stores every 15 seconds that this process runs and how it does, so that every process knows of all. A database that was
 * away meanwhile is recorded as a past problem once it is back. Answers how to stop, which takes the row away: one that
 * stays and falls silent is a process that nobody stopped.
 */
export async function startHeartbeat(options: HeartbeatOptions): Promise<() => Promise<void>> {
  const { orm, env, clock, everyMs = BEAT_EVERY_MS, machineTime = Date.now } = options
  const id = randomUUID()
  const machine = measureProcess(env.DATA_DIR)
  const leastMs = throughoutAMinute()
  let databaseMs: number | null = null
  let away: { since: Date; isCertain: boolean } | undefined
  let timer: NodeJS.Timeout | undefined
  let beating = Promise.resolve()

  async function beat(): Promise<void> {
    const before = clock()
    const clockSkewSeconds = Math.round((before.getTime() - machineTime()) / 1_000)
    const ownVitals = { ...(await machine.read()), ...shopVitals(options), databaseMs, clockSkewSeconds }
    try {
      const vitals = { ...ownVitals, unknownMigrations: (await unknownMigrations(orm)).length }
      const beganMs = performance.now()
      await storeBeat(options, id, vitals)
      databaseMs = Math.round(leastMs(performance.now() - beganMs))
      if (away?.isCertain) await recordOutage(orm.em.fork(), { since: away.since, until: clock() })
      away = undefined
    } catch {
      // Whoever needs the database logs that it is away; here only since when counts.
      // One failure may be a busy moment; two in a row are none.
      away = { since: away?.since ?? before, isCertain: away !== undefined }
    }
  }
  function plan(): void {
    timer = setTimeout(() => {
      beating = beat().then(plan)
    }, everyMs).unref()
  }

  await removeLongGone(options)
  await beat()
  plan()
  return async () => {
    await beating
    clearTimeout(timer)
    machine.stop()
    await db(orm.em.fork()).deleteFrom('shop_processes').where('id', '=', id).execute()
  }
}

function shopVitals({
  cache,
  env,
  gateways,
  jobs,
}: HeartbeatOptions): Pick<Vitals, 'hearsChanges' | 'interrupted' | 'refusals' | 'jobs'> {
  const providers = paymentProviders()
  const interrupted = providers.filter((provider) => provider.isInterrupted?.({ env, gateways }))
  return {
    hearsChanges: cache.isListening,
    interrupted: interrupted.map(({ method }) => method),
    refusals: providers.flatMap((provider) => {
      const refusal = provider.refusal?.({ env, gateways })
      if (!refusal) return []
      const keys = keysOf({ env, gateways }, provider)
      return [{ ...refusal, at: refusal.at.toISOString(), keys, method: provider.method }]
    }),
    jobs: jobs.map(({ name }) => name),
  }
}

async function storeBeat(
  { orm, version, clock, isDraining }: HeartbeatOptions,
  id: string,
  vitals: Vitals,
): Promise<void> {
  const now = clock()
  const row = { is_draining: isDraining(), vitals: json(vitals), seen_at: now }
  await db(orm.em.fork())
    .insertInto('shop_processes')
    .values({ id, host: os.hostname(), pid: process.pid, version, started_at: now, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute()
}

const removeLongGone = ({ orm, clock }: HeartbeatOptions) =>
  db(orm.em.fork())
    .deleteFrom('shop_processes')
    .where('seen_at', '<', new Date(clock().getTime() - LONG_GONE_MS))
    .execute()
