import { DriverException } from '@mikro-orm/core'

const unreachable = /^(08|57P0)/
/** Too many connections or too little of something else, a lock or statement that took too long, a deadlock. */
const busy = /^(53|55P03|57014|40)/
const networkFailures = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]

/** The driver's error in whatever was thrown: its own, or the ORM's copy of it. Another service's failure is none. */
export function databaseError(thrown: unknown): (Error & { code?: string }) | undefined {
  for (let at = thrown, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    // pg's own errors are those with PostgreSQL's severity.
    if (at instanceof DriverException || 'severity' in at) return at
  }
  return undefined
}

/** Why the database did not do what it was asked, where that passes by itself; undefined where it does not. */
export function databaseTrouble(thrown: unknown): 'unreachable' | 'busy' | undefined {
  const error = databaseError(thrown)
  if (!error) return undefined
  const { code, message } = error
  if (code !== undefined) {
    if (unreachable.test(code) || networkFailures.includes(code)) return 'unreachable'
    return busy.test(code) ? 'busy' : undefined
  }
  // What pg and its pool say without a code: a connection that ended under a statement, and none free in time.
  if (message.startsWith('Connection terminated') || message.startsWith('Client has encountered a connection error'))
    return 'unreachable'
  return message === 'timeout exceeded when trying to connect' ? 'busy' : undefined
}
