import { setTimeout as wait } from 'node:timers/promises'
import type { MikroORM } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { db } from './db.ts'

const ANSWER_TIMEOUT_MS = 2_000

export interface ReplicaOptions {
  primary: MikroORM
  /** The response cache hears of changes, and counts them. What it keeps must not be read before they were replayed. */
  changes: { readonly generation: number; readonly isListening: boolean }
  maxLagMs: number
}

/** How far the primary had written, and which changes of the catalogue had been heard of by then. */
interface Sample {
  position: number
  atMs: number
  generation: number
}

/** How old a replica is: as old as the last position of the primary that it has reached. */
export class ReplicaPosition {
  readonly #options: ReplicaOptions
  readonly #replica: MikroORM
  #samples: Sample[] = []
  #reached: Sample | undefined
  #goodAtMs = performance.now()

  constructor(replica: MikroORM, options: ReplicaOptions) {
    this.#replica = replica
    this.#options = options
  }

  /** Compares both servers. Throws an Error that says why the replica cannot be used. */
  async compare(): Promise<void> {
    const { primary, changes, maxLagMs } = this.#options
    const [atMs, { generation }] = [performance.now(), changes]
    const ahead = await positionOf(primary)
    this.#samples = this.#samples.filter((sample) => atMs - sample.atMs < maxLagMs)
    this.#samples.push({ position: ahead.position, atMs, generation })
    const behind = await inTime(positionOf(this.#replica))
    if (!behind.isStandby || behind.database !== ahead.database) {
      this.leave()
      throw new Error('it is no standby of DATABASE_URL')
    }
    this.#reached = this.#samples.findLast(({ position }) => position <= behind.position) ?? this.#reached
    this.#goodAtMs = this.#reached?.atMs ?? this.#goodAtMs
    if (this.isLasting) throw new Error('it is too far behind')
  }

  /** Whether it holds every change that was heard of; `behind` where that is only a matter of time. */
  get state(): 'in-step' | 'behind' | 'away' {
    const { changes, maxLagMs } = this.#options
    const reached = this.#reached
    if (!changes.isListening || !reached || performance.now() - reached.atMs > maxLagMs) return 'away'
    return reached.generation === changes.generation ? 'in-step' : 'behind'
  }

  /** Whether it has been unusable for longer than it may be behind. */
  get isLasting(): boolean {
    return performance.now() - this.#goodAtMs > this.#options.maxLagMs
  }

  /** It could not be reached: nothing is known of it until the next comparison. */
  leave(): void {
    this.#reached = undefined
  }
}

/** What the replica brings within two seconds, longer than any read of the catalogue takes; throws after that. */
export const inTime = <Result>(work: Promise<Result>): Promise<Result> =>
  Promise.race([
    work,
    wait(ANSWER_TIMEOUT_MS, undefined, { ref: false }).then(() => Promise.reject(new Error('it does not answer'))),
  ])

/** How far a server is, in bytes of its log; whether it only replays, and which database of which shop it holds. */
const positionOf = (orm: MikroORM) =>
  db(orm.em.fork())
    .selectNoFrom([
      sql<boolean>`pg_is_in_recovery()`.as('isStandby'),
      sql<number>`case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_insert_lsn() end - '0/0'`.as(
        'position',
      ),
      sql<string>`(select system_identifier from pg_control_system()) || '/' || current_database()`.as('database'),
    ])
    .executeTakeFirstOrThrow()
