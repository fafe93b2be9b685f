import { DriverException } from '@mikro-orm/core'

const unreachable = /^(08|57P0)/
/** Too many connections or too little of something else, a lock or statement that took too long, a deadlock. */
const busy = /^(53|55P03|57014|40)/
const networkFailures = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])
/** What pg and its pool throw without a code. */
const wordsOfPg = new Map<string, 'unreachable' | 'busy'>([
  ['Connection terminated', 'unreachable'],
  ['Connection terminated unexpectedly', 'unreachable'],
  ['Connection terminated due to connection timeout', 'unreachable'],
  ['Client has encountered a connection error and is not queryable', 'unreachable'],
  ['timeout exceeded when trying to connect', 'busy'],
])

type Failure = Error & { code?: unknown }

/** The answer of PostgreSQL in whatever was thrown: the driver's error, or the ORM's copy of it. */
export function statementError(thrown: unknown): Failure | undefined {
  // What bears a severity is PostgreSQL's own.
  return causesOf(thrown).find((error) => error instanceof DriverException || 'severity' in error)
}

/** Why the database did not do what it was asked, where that passes by itself; undefined where it does not. */
export function databaseTrouble(thrown: unknown): 'unreachable' | 'busy' | undefined {
  const { code, message } = statementError(thrown) ?? connectionError(thrown) ?? {}
  if (typeof code === 'string') {
    if (unreachable.test(code) || networkFailures.has(code)) return 'unreachable'
    return busy.test(code) ? 'busy' : undefined
  }
  return wordsOfPg.get(message ?? '')
}

/** pg throws the network's errors as they are. Every other service is asked by fetch, which puts a TypeError around them. */
function connectionError(thrown: unknown): Failure | undefined {
  const causes = causesOf(thrown)
  if (causes.some((error) => error instanceof TypeError)) return undefined
  return causes.find(({ code, message }) => networkFailures.has(String(code)) || wordsOfPg.has(message))
}

function causesOf(thrown: unknown): Failure[] {
  const causes: Failure[] = []
  for (let at = thrown; at instanceof Error && causes.length < 5; at = at.cause) causes.push(at)
  return causes
}
