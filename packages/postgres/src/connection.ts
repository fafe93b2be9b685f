import os from 'node:os'
import pg from 'pg'
import { parse, toClientConfig } from 'pg-connection-string'
import { endSilentConnections } from './end-silent-connections.ts'
import { observeClient, type StatementObserver } from './observe-statements.ts'
import { preparingClient } from './preparing-client.ts'

/** How to reach one database; complete, so that the driver guesses nothing. */
export type ConnectionOptions = pg.ClientConfig & { host: string; port: number; user: string; database: string }

/**
 * Reads a database address the way PostgreSQL's own programs do: `sslmode` (`require` encrypts, `verify-full` proves the
 * server too), `sslrootcert`, `host=/folder` for a Unix socket, `options`. Every connection of the shop begins here,
 * because two readers of one address once sent orders unencrypted beside encrypted jobs.
 *
 * Throws an Error for an address that is none, and for certificates that cannot be read.
 */
export function connectionOptions(url: string): ConnectionOptions {
  if (!/^postgres(ql)?:\/\//i.test(url)) throw new Error(`must look like ${example}`)
  const read = readAddress(url)
  const config = toClientConfig(read)
  if (typeof read.sslmode === 'string' && !sslModes.has(read.sslmode)) {
    throw new Error(`does not know sslmode=${read.sslmode}: take one of ${[...sslModes].join(', ')}`)
  }
  const user = config.user || os.userInfo().username
  return {
    ...config,
    host: config.host || 'localhost',
    port: config.port ?? 5432,
    user,
    database: config.database || user,
  }
}

const example = 'postgresql://user:password@host:5432/database'

function readAddress(url: string) {
  try {
    // An address may name this parameter; here it always applies.
    return parse(url.replace(/(?<=[?&])uselibpqcompat=[^&]*&?/, ''), { useLibpqCompat: true })
  } catch (cause) {
    // Of the address itself; what is wrong with a certificate's file has a code of the system.
    if (!(cause instanceof TypeError || cause instanceof URIError)) throw cause
    throw new Error(`must look like ${example}, with %40 for @, %2F for / and %25 for % in a password`, { cause })
  }
}

/** The modes that the driver supports: it never falls back to an unencrypted connection, so `allow` is not among them. */
const sslModes = new Set(['disable', 'prefer', 'require', 'verify-ca', 'verify-full'])

/** A client for `url`, not yet connected. Where its connection breaks, the statement that waits fails, or the next one. */
export function newClient(url: string, options: pg.ClientConfig = {}): pg.Client {
  return new pg.Client({ ...connectionOptions(url), ...options }).on('error', heardByWhoAsks)
}

/** A pool for `url`; it connects with the first query, and replaces connections that break. */
export function newPool(url: string, options: pg.PoolConfig = {}): pg.Pool {
  return new pg.Pool({ ...connectionOptions(url), ...options })
    .on('error', heardByWhoAsks)
    .on('connect', (client) => client.on('error', heardByWhoAsks))
}

/** An error that nobody listens to would end the process: that of a connection also comes while nothing is asked. */
const heardByWhoAsks = () => undefined

/**
 * Sets `settings` on each new connection of a pool, before its first statement. As start-up parameters they would be
 * refused by PgBouncer.
 */
export const settingOnConnect = (settings: Record<string, string | number>): Pick<pg.PoolConfig, 'onConnect'> => ({
  // pg-pool waits for the promise; only its types do not say so.
  onConnect: (client) =>
    client.query(
      Object.entries(settings)
        .map(([name, value]) => `set ${name} = ${value}`)
        .join('; '),
    ) as unknown as undefined,
})

interface ClientHabits {
  /** Has each statement parsed once for each connection; needs a connection that no pooler shares. */
  isPreparing?: boolean
  /** Breaks the connection when the server says nothing for so many milliseconds while it is asked. */
  silenceMs?: number | undefined
  /** Of prepared statements on a connection. */
  maxStatements?: number
}

/** The class of a pool's clients. */
export function clientClass({ isPreparing, silenceMs, maxStatements }: ClientHabits): typeof pg.Client {
  const Client = silenceMs === undefined ? pg.Client : endSilentConnections(pg.Client, silenceMs)
  return isPreparing ? preparingClient(Client, maxStatements) : Client
}

/** Lets `observe` know each statement of every connection that is made from now on. Answers how to stop. */
export const observeStatements = (observe: StatementObserver): (() => void) => observeClient(pg.Client, observe)

/**
 * Numbers arrive as numbers and days as text: pg alone hands numeric and bigint over as text. Amounts and counts of a shop
 * stay far below 2^53.
 */
export function columnTypes(): pg.TypeOverrides {
  const types = new pg.TypeOverrides()
  types.setTypeParser(pg.types.builtins.NUMERIC, Number)
  types.setTypeParser(pg.types.builtins.INT8, Number)
  types.setTypeParser(pg.types.builtins.DATE, String)
  return types
}
