import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { limitVariables } from '@marashi/api/http/limits/limit-table'
import { startEmbeddedPostgres } from '@marashi/postgres/embedded'
import { cloneDatabase, prepareTemplate } from '@marashi/postgres/test-databases'
import { type Child, startChild } from './children.ts'
import { migrateDatabase } from './migrate-database.ts'
import { type DatabaseState, insertOrderFixtures } from './order-fixtures.ts'
import { insertProductFixtures } from './product-fixtures.ts'
import { insertRichCatalogue, type RichCatalogue } from './rich-catalogue.ts'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const directory = path.join(root, '.data/bench')

/** A shop that runs in a process of its own, as in production, on a database of its own. */
export interface Shop extends Child {
  databaseUrl: string
}

type Stock = number | 'first catalogue' | DatabaseState | RichCatalogue

export interface Environment extends AsyncDisposable {
  /**
   * A shop with so many made-up perfumes, with the catalogue of a first start or one of many words, or with two years of
   * orders, and with settings beside the usual ones. The same arguments return the same shop.
   */
  shop(stock: Stock, settings?: Record<string, string>): Promise<Shop>
  /** Ends `child` together with the environment. */
  keep<Kept extends Child>(child: Kept): Kept
}

/**
 * Starts a durable PostgreSQL on which shops can be opened. Disposing of the environment ends every process that was
 * started on it.
 */
export async function openEnvironment({ isProfiled }: { isProfiled: boolean }): Promise<Environment> {
  await using started = new AsyncDisposableStack()
  const server = await startEmbeddedPostgres({ dir: path.join(directory, 'postgres'), durable: true })
  started.defer(() => server.stop())
  const { template, drop } = await prepareTemplate({ server, migrate: migrateDatabase })
  started.defer(drop)
  const shops = new Map<string, Promise<Shop>>()
  const ends = started.move()

  const keep = <Kept extends Child>(child: Kept): Kept => {
    ends.defer(() => child.stop())
    return child
  }

  async function open(stock: Stock, settings: Record<string, string>): Promise<Shop> {
    const database = await cloneDatabase(template)
    ends.defer(database.drop)
    if (typeof stock === 'number') await insertProductFixtures(database.url, stock)
    if (typeof stock === 'object') {
      await ('words' in stock ? insertRichCatalogue(database.url, stock) : insertOrderFixtures(database.url, stock))
    }
    const child = await startChild({
      module: path.join(root, 'apps/api/src/main.ts'),
      env: ({ origin }) => ({
        ...productionSettings({ origin, databaseUrl: database.url }),
        SEED: stock === 'first catalogue' ? 'demo' : 'none',
        ...settings,
      }),
      readyPath: '/readyz',
      nodeOptions: [
        '--max-semi-space-size=8',
        '--expose-gc',
        ...(isProfiled ? ['--cpu-prof', `--cpu-prof-dir=${path.join(directory, 'profiles')}`] : []),
      ],
    })
    return keep({ ...child, databaseUrl: database.url })
  }

  return {
    keep,
    shop: (stock, settings = {}) => {
      const name = JSON.stringify([stock, settings])
      const shop = shops.get(name) ?? open(stock, settings)
      shops.set(name, shop)
      return shop
    },
    [Symbol.asyncDispose]: () => ends.disposeAsync(),
  }
}

/** As an owner would run it, with the limits on visitors off: all of this load comes from one address. */
function productionSettings({ origin, databaseUrl }: { origin: string; databaseUrl: string }): Record<string, string> {
  return {
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PUBLIC_URL: origin,
    DATABASE_URL: databaseUrl,
    DATA_DIR: directory,
    LOG_LEVEL: 'warn',
    ...Object.fromEntries(limitVariables.filter((name) => name !== 'LIMIT_LOGINS').map((name) => [name, 'off'])),
    ADMIN_PASSWORD: 'only for the benchmark',
    // With the flag above: as `npm start` and the image run it.
    MALLOC_ARENA_MAX: '2',
  }
}
