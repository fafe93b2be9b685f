import type { EntityManager, MikroORM } from '@mikro-orm/postgresql'
import type { FastifyBaseLogger } from 'fastify'
import { databaseTrouble } from './database-failure.ts'
import { inTime, type ReplicaOptions, ReplicaPosition } from './replica-position.ts'

const CHECK_EVERY_MS = 1_000
/** While the replica has not replayed a change yet, requests ask for another check. */
const CHECK_AFTER_CHANGE_MS = 50
const MAX_LAG_MS = 5_000

type Log = Pick<FastifyBaseLogger, 'info' | 'warn'>

/** A hot standby of the database that the catalogue is read from. */
export interface Replica {
  /**
   * Reads from the replica, while it holds every change of the catalogue that this process has heard of and is no more
   * than five seconds behind. Answers undefined where the primary has to be asked: `work`, which throws where the database
   * failed it, was not done or brought nothing within two seconds.
   */
  read<Result>(work: (em: EntityManager) => Promise<Result>): Promise<Result | undefined>
  /** Whether the catalogue is read from it now. */
  readonly isUsed: boolean
  /** Begins to watch it: before that nothing is read from it. Answers how to stop, which ends its connections. */
  follow(log: Log): () => Promise<void>
}

/** Reads from `orm`, whether its server can be reached or not. It is compared with the primary every second and after changes. */
export function makeReplica(orm: MikroORM, options: Omit<ReplicaOptions, 'maxLagMs'>, maxLagMs = MAX_LAG_MS): Replica {
  const position = new ReplicaPosition(orm, { ...options, maxLagMs })
  let checking: Promise<void> | undefined
  let checkedAtMs = 0
  let check: () => Promise<void> = async () => undefined
  const checkNow = () => {
    checkedAtMs = performance.now()
    checking ??= check().finally(() => {
      checking = undefined
    })
  }
  return {
    get isUsed() {
      return position.state === 'in-step'
    },
    async read(work) {
      const { state } = position
      if (state === 'behind' && performance.now() - checkedAtMs > CHECK_AFTER_CHANGE_MS) checkNow()
      if (state !== 'in-step') return undefined
      try {
        return await inTime(work(orm.em.fork()))
      } catch (error) {
        if (databaseTrouble(error) !== 'busy') position.leave()
        return undefined
      }
    },
    follow(log) {
      check = checkAndReport(position, log)
      const timer = setInterval(checkNow, CHECK_EVERY_MS).unref()
      checkNow()
      return async () => {
        clearInterval(timer)
        await checking
        await orm.close()
      }
    },
  }
}

/** Compares, and logs when the replica goes out of use and comes back; one check that fails says little. */
function checkAndReport(position: ReplicaPosition, log: Log): () => Promise<void> {
  let isReported = false
  return async () => {
    try {
      await position.compare()
      if (isReported) log.info('the read replica is used again')
      isReported = false
    } catch (error) {
      if (isReported || !position.isLasting) return
      isReported = true
      log.warn({ problem: String(error) }, 'the read replica is not used: the primary answers everything')
    }
  }
}

/** For the metrics of this process. */
export const replicaMetrics = (replica: Replica) => ({
  names: { marashi_replica_is_used: '1 while this process reads the catalogue from DATABASE_READ_URL' },
  read: async () => ({ marashi_replica_is_used: Number(replica.isUsed) }),
})
