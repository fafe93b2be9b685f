import type pg from 'pg'
import { directConnections } from '../../db/connection-names.ts'
import type { Environment } from '../../env.ts'

/**
 * Throws while a shop is connected: it would go on with what it has cached, and its orders would be lost. Names its
 * connections, so that its owner finds it. A pooler keeps those of a shop that has ended, and they look the same through it:
 * where one may stand in between, the owner reads how to go past it.
 */
export async function refuseRunningShop(
  client: pg.ClientBase,
  { DATABASE_URL, DATABASE_DIRECT_URL }: Pick<Environment, 'DATABASE_URL' | 'DATABASE_DIRECT_URL'>,
  now: Date,
): Promise<void> {
  const { rows } = await client.query<{ name: string; from: string; state: string }>(
    `select application_name as name, coalesce(host(client_addr), 'this machine') as "from",
            coalesce(string_agg(distinct state, ', '), 'unknown') as state
     from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and application_name = any($1)
     group by 1, 2 order by 1, 2`,
    [directConnections],
  )
  const mayBePooled = Boolean(DATABASE_URL && !DATABASE_DIRECT_URL)
  if (rows.length === 0) {
    if (mayBePooled) await refuseHeardShop(client, now)
    return
  }
  const who = rows.map(({ name, from, state }) => `${name} from ${from} (${state})`).join(', ')
  const remedy = mayBePooled ? ` ${PAST_A_POOLER}` : ''
  throw new Error(
    `A shop runs on this database. Stop it first (every process of it). Its connections: ${who}.${remedy}`,
  )
}

/**
 * A shop that runs is heard of every 15 seconds (`startHeartbeat`), and takes its row away as it stops. One from the future was
 * written before the clock was set back.
 */
const HEARD_WITHIN_SECONDS = 60

/** Whoever asks through a pooler is handed one of the shop's connections, under a name of its own: perhaps its only one. */
async function refuseHeardShop(client: pg.ClientBase, now: Date): Promise<void> {
  // The schema of an older shop may not have the table.
  const { rows: tables } = await client.query<{ isThere: boolean }>(
    `select to_regclass('shop_processes') is not null as "isThere"`,
  )
  if (!tables[0]?.isThere) return
  const { rows } = await client.query<{ host: string; pid: number; seconds: number }>(
    `select host, pid, greatest(seconds, 0) as seconds from shop_processes
     cross join lateral (select round(extract(epoch from $1::timestamptz - seen_at))::int as seconds) as heard
     where abs(seconds) < $2 order by seconds`,
    [now, HEARD_WITHIN_SECONDS],
  )
  if (rows.length === 0) return
  const who = rows.map(({ host, pid, seconds }) => `process ${pid} on ${host} (${seconds} s ago)`).join(', ')
  throw new Error(
    `A shop runs on this database. Stop it first (every process of it). Heard of last: ${who}. Where it was killed, try again in a minute.`,
  )
}

const PAST_A_POOLER =
  'Where it has ended already, a pooler keeps them for some minutes: set DATABASE_DIRECT_URL to PostgreSQL itself, past the pooler, and try again.'
