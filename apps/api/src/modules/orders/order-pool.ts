import type { MikroORM } from '@mikro-orm/postgresql'
import { connectionNames } from '../../db/connection-names.ts'
import type { Context } from '../../http/context.ts'
import { type FairSlots, fairSlots } from '../../http/limits/fair-slots.ts'
import type { MetricSource } from '../../http/metrics/metrics.ts'

declare module '../../http/context.ts' {
  interface Deps {
    /** Its connections, opened with `orderPool`, place orders and tell how they stand. */
    orderOrm: MikroORM
    /** The queue of those who ask how a payment stands. */
    statusReads: FairSlots
  }
}

const CONNECTIONS = 4
/** Anybody may ask as often as they like, so half of the connections are left to orders, whoever asks. */
const STATUS_READS_AT_ONCE = 2
/** A thousand browsers that wait for their payments ask every two seconds, and may all do so at once. */
const MAX_WAITING = 2_000
const MAX_WAIT_MS = 2_000

/**
 * How the pool is opened that places orders and tells waiting shoppers how their payment stands. One plan fits every order,
 * and to plan the statement, its triggers and its foreign keys costs more than to run them:
 * docs/decisions/015-prepared-statements.md. A plan that is kept from when a table was small would read the whole of it when
 * it has grown, so that plans use indexes from the start; `jit` would take their higher cost for a reason to compile them.
 */
export const orderPool = {
  poolSize: CONNECTIONS,
  name: connectionNames.orders,
  settings: { plan_cache_mode: 'force_generic_plan', enable_seqscan: 'off', jit: 'off' },
} as const

/** The request with the connections for orders in place of its own; they belong to no transaction of it. */
export const onOrderPool = ({ orderOrm, env, settings, clock }: Context) => ({
  em: orderOrm.em.fork(),
  env,
  settings,
  clock,
})

/** The queue in which requests of one process wait to read how a payment stands. */
export const makeStatusReads = (): FairSlots =>
  fairSlots({
    slots: STATUS_READS_AT_ONCE,
    maxWaiting: MAX_WAITING,
    maxWaitMs: MAX_WAIT_MS,
    message: 'Too many ask about their payments at once. Please try again in a moment.',
  })

export const statusReadMetrics = (statusReads: FairSlots): MetricSource => ({
  names: { marashi_status_reads_waiting: 'Questions how a payment stands that wait for a connection of this process' },
  read: async () => ({ marashi_status_reads_waiting: statusReads.waiting }),
})
