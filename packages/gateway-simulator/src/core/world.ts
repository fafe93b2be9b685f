import { Chance } from './chance.ts'
import { Clock } from './clock.ts'
import { Journal } from './journal.ts'
import { Ledger } from './ledger.ts'
import { Schedule } from './schedule.ts'

/** What both gateways share: one clock, one source of chance, one ledger. */
export interface World {
  clock: Clock
  schedule: Schedule
  chance: Chance
  journal: Journal
  ledger: Ledger
}

export interface WorldOptions {
  clock?: (() => Date) | undefined
  /** Decides everything that is left to chance; the same seed makes the same choices. */
  seed?: number | undefined
  /** Where moved money is written before anyone is notified; unset: only in memory. */
  journalPath?: string | undefined
}

export function makeWorld({ clock = () => new Date(), seed = 1, journalPath }: WorldOptions): World {
  const journal = new Journal(journalPath)
  const ledger = new Ledger(journal)
  return { clock: new Clock(clock), schedule: new Schedule(), chance: new Chance(seed), journal, ledger }
}
