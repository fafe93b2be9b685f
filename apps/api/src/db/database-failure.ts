import { DriverException } from '@mikro-orm/core'

/**
 * A lost connection, a server that stops or starts, one that has become a standby, that knows the shop or its database no
 * more, or whose disk or system fails.
 */
const unreachable = /^(08\w{3}|57P0\d|25006|28\w{3}|3D000|58\w{3})$/
const DISK_FULL = '53100'
/** Too many connections or too little of something else, a lock or statement that took too long, a deadlock. */
const busy = /^(53\w{3}|55P03|57014|40\w{3})$/
const networkFailures = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'EPROTO',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])
/**
 * Node's and OpenSSL's words for a server whose certificate has ended, is not valid yet or is another's, and for one with which no
 * encrypted connection comes about.
 */
const refusedCertificate =
  /^(CERT_|ERR_TLS_|ERR_SSL_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|INVALID_CA$|INVALID_PURPOSE$|PATH_LENGTH_EXCEEDED$)/
type Trouble = 'unreachable' | 'busy' | 'full'
type Failure = Error & { code?: unknown; severity?: unknown }

/** PostgreSQL's own error among the causes of what was thrown: the driver's error, or the ORM's copy of it. */
export function statementError(thrown: unknown): Failure | undefined {
  // Only PostgreSQL's own errors have a severity.
  return causesOf(thrown).find((error) => error instanceof DriverException || 'severity' in error)
}

/** Whether PostgreSQL ended a statement because it and another one waited for each other. */
export const isDeadlock = (thrown: unknown): boolean => statementError(thrown)?.code === '40P01'

/** Why the database could not answer for the moment; undefined for every lasting failure. */
export function databaseTrouble(thrown: unknown): Trouble | undefined {
  const statement = statementError(thrown)
  if (statement) return troubleOf(statement)
  const causes = causesOf(thrown)
  // pg throws network errors unchanged. Every other service is called by fetch, which wraps them in a TypeError.
  if (causes.some((error) => error instanceof TypeError)) return undefined
  return causes.map(troubleOf).find((trouble) => trouble !== undefined)
}

function troubleOf(error: Failure): Trouble | undefined {
  const { code } = error
  if (typeof code === 'string') {
    if (unreachable.test(code) || networkFailures.has(code) || refusedCertificate.test(code)) return 'unreachable'
    if (isMissingSocket(error)) return 'unreachable'
    if (code === DISK_FULL) return 'full'
    if (busy.test(code)) return 'busy'
    // PostgreSQL ended the connection or never opened it, whatever the reason. Some servers translate these words.
    return error.severity === 'FATAL' || error.severity === 'PANIC' ? 'unreachable' : undefined
  }
  // biome-ignore lint/plugin: pg's errors for a connection that ended, fell silent or was not encrypted have no code
  if (withoutCode.test(error.message)) return 'unreachable'
  // biome-ignore lint/plugin: pg-pool's error for a pool without a free connection has no code either
  return /^timeout exceeded when trying to connect/.test(error.message) ? 'busy' : undefined
}

const withoutCode =
  /^(Connection terminated|Client has encountered a connection error|Query read timeout|The server does not support SSL connections|There was an error establishing an SSL connection)/

/** The Unix socket of a server that does not run is no file any more. */
const isMissingSocket = (error: Failure) => error.code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect'

function causesOf(thrown: unknown): Failure[] {
  const causes: Failure[] = []
  for (let at = thrown; at instanceof Error && causes.length < 5; at = at.cause) causes.push(at)
  return causes
}
