import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { defaultSetting, limitNames, rowOf } from '@marashi/api/http/limits/limit-table'
import { newClient } from '@marashi/postgres/connection'
import { startEmbeddedPostgres } from '@marashi/postgres/embedded'
import { ensureDatabase } from '@marashi/postgres/ensure-database'
import { tryHoldAlone } from '@marashi/postgres/file-lock'
import { endOnSignals } from '../environment/end-on-signals.ts'
import { migrateDatabase } from '../environment/migrate-database.ts'
import { type Fixture, openFixture } from '../faults/fixture.ts'
import { type ShopProcess, startWholeShop } from '../faults/kill/shop-process.ts'
import { paySoon } from '../faults/scenario.ts'
import { type MemoryLog, recordMemory } from './memory-log.ts'
import { type Shoppers, startShoppers } from './shoppers.ts'

const directory = fileURLToPath(new URL('../../../../.data/siege', import.meta.url))
/** The database that a shop without DATABASE_URL makes for itself. */
const DATABASE = 'marashi'
const HEAP_MIB = 256
const AT_REST_AFTER_MS = 5_000

/** A shop with its own PostgreSQL, as `npm start` runs it, with real shoppers and everything that is thrown at it. */
export interface Siege extends AsyncDisposable {
  fixture: Fixture
  shop: ShopProcess
  shoppers: Shoppers
  memory: MemoryLog
  /** Of the shop alone, before the first shopper. */
  memoryAtRestMiB: number
}

interface Options {
  products: number
  ordersPerSecond: number
  sampleEveryMs: number
}

/** Starts everything on a fresh database. The limits of production are on, and a proxy tells where requests come from. */
export async function openSiege({ products, ordersPerSecond, sampleEveryMs }: Options): Promise<Siege> {
  await using started = new AsyncDisposableStack()
  started.defer(holdFolder())
  // The shop finds this server running and uses it: whoever notices first that it died starts it again is the shop.
  const server = await startEmbeddedPostgres({ dir: path.join(directory, 'postgres'), durable: true })
  started.defer(() => server.stop())
  const databaseUrl = server.url(DATABASE)
  await makeEmptyDatabase(server.url('postgres'), databaseUrl)
  const fixture = await openFixture({ databaseUrl }, { productCount: products })
  started.use(fixture)
  paySoon(fixture)
  const shop = await startWholeShop({ ...fixture, settings: settingsOf(fixture) }, [
    '--max-semi-space-size=8',
    `--max-old-space-size=${HEAP_MIB}`,
    '--expose-gc',
  ])
  started.defer(() => shop.stop())
  await new Promise((resolve) => setTimeout(resolve, AT_REST_AFTER_MS))
  const memoryAtRestMiB = shop.memoryMiB() ?? Number.NaN
  const memory = recordMemory(shop, sampleEveryMs)
  started.defer(async () => memory.stop())
  const shoppers = startShoppers(fixture, ordersPerSecond)
  started.defer(() => shoppers.leave())
  const ends = started.move()
  endOnSignals(ends)
  return { fixture, shop, shoppers, memory, memoryAtRestMiB, [Symbol.asyncDispose]: () => ends.disposeAsync() }
}

/** Throws while another siege runs: it would lose its database to this one. */
function holdFolder(): () => void {
  mkdirSync(directory, { recursive: true })
  const held = tryHoldAlone(path.join(directory, 'siege.lock'))
  if (!held) throw new Error(`Another siege runs in ${directory}. Wait for its end.`)
  return () => held.release()
}

async function makeEmptyDatabase(serverUrl: string, databaseUrl: string): Promise<void> {
  const client = newClient(serverUrl)
  await client.connect()
  await client.query(`drop database if exists ${DATABASE} with (force)`)
  // A siege that was ended in its slow disk would have left it to the next one.
  await client.query('alter system reset all')
  await client.query('select pg_reload_conf()')
  await client.end()
  await ensureDatabase(serverUrl, DATABASE)
  await migrateDatabase(databaseUrl)
}

function settingsOf({ settings }: Fixture): Record<string, string> {
  const { DATABASE_URL: _ownServer, ...rest } = settings
  return {
    ...rest,
    DATA_DIR: directory,
    LOG_LEVEL: 'warn',
    TRUST_PROXY: 'loopback',
    ...productionLimits(),
    // As `npm start` and the image run it.
    MALLOC_ARENA_MAX: '2',
  }
}

const productionLimits = (): Record<string, string> =>
  Object.fromEntries(
    limitNames.map(rowOf).flatMap((row) => (row.variable ? [[row.variable, defaultSetting(row, true)]] : [])),
  )
