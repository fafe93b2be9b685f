import type { MikroORM } from '@mikro-orm/postgresql'
import type pg from 'pg'
import { connectionNames } from '../db/connection-names.ts'
import { openDatabase } from '../db/open-database.ts'
import type { Environment } from '../env.ts'
import { openLimitsPool } from '../http/limits/rate-limits.ts'
import { searchPool } from '../modules/catalogue/search/searches.ts'
import { orderPool } from '../modules/orders/order-pool.ts'

/** The longest statement ends after five seconds: a server that says nothing for this long hangs. */
const SILENCE_MS = 8_000

interface PoolOptions {
  env: Environment
  databaseUrl: string
  /** Called for each pool as soon as it is open, with how to close it. */
  onStarted: (stop: () => Promise<unknown>) => void
}

/** The connections for everything that has none of its own. */
export async function openRequestPool({ env, databaseUrl, onStarted }: PoolOptions): Promise<MikroORM> {
  const isPreparing = env.DATABASE_PREPARE ?? !env.DATABASE_DIRECT_URL
  const orm = await openDatabase(databaseUrl, { isPreparing, silenceMs: SILENCE_MS })
  onStarted(() => orm.close())
  return orm
}

/** What listens, holds a session's locks, reads for long or has settings of its own goes past a pooler. */
export const directUrlOf = ({ env, databaseUrl }: Pick<PoolOptions, 'env' | 'databaseUrl'>): string =>
  env.DATABASE_DIRECT_URL ?? databaseUrl

/** The connections that stay free for one purpose, however busy the others are. The replica, where there is one, is its reader's to close. */
export async function openOwnPools(options: PoolOptions): Promise<{
  limits: pg.Pool
  searches: MikroORM
  orders: MikroORM
  replica?: MikroORM
}> {
  const { env, databaseUrl, onStarted } = options
  const direct = { isPreparing: env.DATABASE_PREPARE ?? true, silenceMs: SILENCE_MS }
  const limits = openLimitsPool(databaseUrl)
  onStarted(() => limits.end())
  const searches = await openDatabase(directUrlOf(options), { ...searchPool, ...direct })
  onStarted(() => searches.close())
  const orders = await openDatabase(directUrlOf(options), { ...orderPool, ...direct })
  onStarted(() => orders.close())
  const replica = env.DATABASE_READ_URL
    ? await openDatabase(env.DATABASE_READ_URL, { ...direct, name: connectionNames.replica })
    : undefined
  return { limits, searches, orders, ...(replica && { replica }) }
}
