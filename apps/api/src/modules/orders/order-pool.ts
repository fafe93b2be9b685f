import type { MikroORM } from '@mikro-orm/postgresql'
import type { Context } from '../../http/context.ts'

declare module '../../http/context.ts' {
  interface Deps {
    /** Its connections, opened with `orderPool`, place orders and tell how they stand. */
    orderOrm: MikroORM
  }
}

/**
 * How the pool is opened that places orders and tells waiting shoppers how their payment stands. One plan fits every order,
 * and to plan the statement, its triggers and its foreign keys costs more than to run them:
 * docs/decisions/015-prepared-statements.md. A plan that is kept from when a table was small would read the whole of it when
 * it has grown, so that plans use indexes from the start; `jit` would take their higher cost for a reason to compile them.
 */
export const orderPool = {
  poolSize: 4,
  name: 'marashi-orders',
  settings: { plan_cache_mode: 'force_generic_plan', enable_seqscan: 'off', jit: 'off' },
} as const

/** The request with the connections for orders in place of its own; they belong to no transaction of it. */
export const onOrderPool = ({ orderOrm, settings, clock }: Context) => ({ em: orderOrm.em.fork(), settings, clock })
