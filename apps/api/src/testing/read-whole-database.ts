import { newClient } from '@marashi/postgres/connection'

type Ask = <Row>(sql: string) => Promise<Row[]>

/** Runs SQL on a connection of its own. */
export async function inDatabase<Result>(url: string, work: (ask: Ask) => Promise<Result>): Promise<Result> {
  const client = newClient(url)
  await client.connect()
  try {
    return await work(async (sql) => (await client.query(sql)).rows)
  } finally {
    await client.end()
  }
}

/** Every row of every table of the shop, in an order that depends on the rows alone, with the schema and its sequences. */
export async function readWholeDatabase(url: string): Promise<Record<string, unknown[]>> {
  return inDatabase(url, async (ask) => {
    const tables = await ask<{ name: string }>(
      `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
         and relname <> 'schema_migrations' order by 1`,
    )
    const rows: Record<string, unknown[]> = {}
    for (const { name } of tables) {
      rows[name] = await ask(`select to_jsonb(t) as row from ${name} t order by to_jsonb(t)::text`)
    }
    rows.migrations = await ask('select name from schema_migrations order by id')
    rows.schema = await ask(schemaQuery)
    rows.sequences = await ask(
      `select sequencename, last_value from pg_sequences where schemaname = 'public' and sequencename <> 'schema_migrations_id_seq' order by 1`,
    )
    return rows
  })
}

/**
 * What a restore brings back as it was. Left out is what it changes on purpose: who may come in without logging in again,
 * the numbers that are given next, and the positions of the event log.
 */
export function asRestored({
  admin_sessions: _sessions,
  admin_devices: _devices,
  api_keys: _keys,
  sequences: _sequences,
  ...tables
}: Record<string, unknown[]>): Record<string, unknown[]> {
  const withPositions = new Set(['events', 'event_readers', 'webhook_endpoints', 'webhook_deliveries'])
  const withoutPosition = (each: unknown) => {
    const { row } = each as { row: Record<string, unknown> }
    return { ...row, position: typeof row.position }
  }
  return Object.fromEntries(
    Object.entries(tables).map(([name, rows]) => [name, withPositions.has(name) ? rows.map(withoutPosition) : rows]),
  )
}

const schemaQuery = `
  select pg_get_indexdef(c.oid) as definition from pg_class c where c.relkind = 'i' and c.relnamespace = 'public'::regnamespace
  union all
  select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint
  where connamespace = 'public'::regnamespace
  union all
  select pg_get_triggerdef(t.oid) || ' ' || t.tgenabled::text from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where not tgisinternal and c.relnamespace = 'public'::regnamespace
  union all
  select oid::regprocedure || ' ' || provolatile::text || ' ' || coalesce(array_to_string(proconfig, ' '), '') from pg_proc
  where pronamespace = 'public'::regnamespace
  union all
  select attrelid::regclass || ' ' || attname || ' ' || format_type(atttypid, atttypmod) || ' ' || attgenerated::text
  from pg_attribute join pg_class c on c.oid = attrelid
  where attnum > 0 and not attisdropped and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
  order by 1`
