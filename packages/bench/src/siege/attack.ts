import { setTimeout as sleep } from 'node:timers/promises'
import type { Answers } from './answers.ts'
import type { Siege } from './siege.ts'

/** What was thrown at the shop, and what it answered. */
export interface Thrown {
  what: string
  answers: Answers
  note?: string
  /** What the shop must not have done. */
  wrong?: string[]
}

/** Does something to the shop for about so many seconds, and leaves it as it was. */
export type Attack = (siege: Siege, seconds: number) => Promise<Thrown>

/** What shoppers feel when nothing happens. */
export const rest: Attack = async (_siege, seconds) => {
  await sleep(seconds * 1_000)
  return { what: '', answers: {} }
}
