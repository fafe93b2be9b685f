import { MikroORM } from '@mikro-orm/postgresql'
import type pg from 'pg'

/** The pools of connections of one process, by what they are for. */
export type Pools = Record<string, MikroORM | pg.Pool>

/** How busy each pool is: waiting for one of its connections fails after two seconds. */
export const poolMetrics = (pools: Pools) => ({
  names: {
    marashi_pool_connections: 'Connections to the database that each pool holds open',
    marashi_pool_connections_busy: 'Connections that are in use',
    marashi_pool_connections_max: 'Connections that each pool may open',
    marashi_pool_waiting: 'Statements that wait for a connection',
  },
  label: 'pool',
  async read() {
    const found = await Promise.all(
      Object.entries(pools).map(async ([name, opened]) => [name, await poolOf(opened)] as const),
    )
    const each = (count: (pool: pg.Pool) => number) =>
      Object.fromEntries(found.map(([name, pool]) => [name, count(pool)]))
    return {
      marashi_pool_connections: each(({ totalCount }) => totalCount),
      marashi_pool_connections_busy: each(({ totalCount, idleCount }) => totalCount - idleCount),
      marashi_pool_connections_max: each(({ options }) => options.max),
      // Every statement passes through this queue, those of the metrics too; it waits where no connection is left.
      marashi_pool_waiting: each(({ totalCount, idleCount, waitingCount, options }) =>
        idleCount === 0 && totalCount >= options.max ? waitingCount : 0,
      ),
    }
  },
})

const poolOf = (opened: MikroORM | pg.Pool): pg.Pool | Promise<pg.Pool> =>
  opened instanceof MikroORM ? opened.em.getConnection().getNativeClient() : opened
