import type { EntityManager, MikroORM } from '@mikro-orm/postgresql'
import { connectionNames } from '../../../db/connection-names.ts'
import type { ResponseCache } from '../../../http/cache/response-cache.ts'
import { fairSlots } from '../../../http/limits/fair-slots.ts'
import type { MetricSource } from '../../../http/metrics/metrics.ts'
import { MissedSearches } from './missed-searches.ts'

declare module '../../../http/context.ts' {
  interface Deps {
    searches: Searches
  }
}

const CONNECTIONS = 2
const MAX_WAITING = 200
const MAX_WAIT_MS = 1_000

/**
 * How the pool of searches is opened: so small that searches at full speed leave most of the database to orders, which
 * have a pool of their own. The statement looks its values up before it uses them, so that one plan fits all of them, and
 * planning would cost more than most searches.
 */
export const searchPool = {
  poolSize: CONNECTIONS,
  name: connectionNames.searches,
  settings: {
    statement_timeout: 2_000,
    plan_cache_mode: 'force_generic_plan',
    max_parallel_workers_per_gather: 0,
    jit: 'off',
  },
} as const

export interface Searches {
  /**
   * What `search` finds, undefined for nothing; then it is not run again before the catalogue changes. `asked` identifies
   * what is searched for, without page and order. Throws SERVICE_UNAVAILABLE when too many others search.
   */
  run<Found>(
    who: { asked: string; network: string },
    search: (em: EntityManager) => Promise<Found | undefined>,
  ): Promise<Found | undefined>
  /** How many wait for a connection now. */
  readonly waiting: number
}

/** The searches of one process, on the connections of `orm`. */
export function makeSearches({ orm, cache }: { orm: MikroORM; cache: ResponseCache }): Searches {
  const misses = new MissedSearches(cache)
  const queue = fairSlots({
    slots: CONNECTIONS,
    maxWaiting: MAX_WAITING,
    maxWaitMs: MAX_WAIT_MS,
    message: 'Too many searches at once. Please try again in a moment.',
  })
  return {
    get waiting() {
      return queue.waiting
    },
    run: async ({ asked, network }, search) => {
      if (misses.has(asked)) return undefined
      return await queue.run(network, async () => {
        const { generation } = cache
        const found = await search(orm.em.fork())
        if (found === undefined) misses.add(asked, generation)
        return found
      })
    },
  }
}

export const searchMetrics = (searches: Searches): MetricSource => ({
  names: { marashi_searches_waiting: 'Searches that wait for a connection of this process' },
  read: async () => ({ marashi_searches_waiting: searches.waiting }),
})
