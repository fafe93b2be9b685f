import type pg from 'pg'

/** The list of migrations that have run; a restore runs them itself. */
const migrationsTable = 'schema_migrations'

export interface OwnTable {
  name: string
  /** In their order; without generated ones. */
  columns: string[]
}

/**
 * Every table of the shop, each after those that it refers to, so that rows can be loaded in this order. What belongs to
 * extensions is left out, as are the job queues, which lie in a schema of their own and are made anew at a start.
 */
export async function ownTables(client: pg.ClientBase): Promise<OwnTable[]> {
  const tables = await client.query<OwnTable>(
    `select c.relname::text as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> $1
       and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
     group by c.relname order by c.relname`,
    [migrationsTable],
  )
  const references = await client.query<{ from: string; to: string }>(
    `select distinct f.relname::text as "from", t.relname::text as "to" from pg_constraint k
     join pg_class f on f.oid = k.conrelid join pg_class t on t.oid = k.confrelid
     where k.contype = 'f' and k.connamespace = 'public'::regnamespace and k.conrelid <> k.confrelid`,
  )
  return inOrder(tables.rows, references.rows)
}

/** Tables that refer to nothing first. Throws where tables refer to each other in a circle. */
function inOrder(tables: OwnTable[], references: { from: string; to: string }[]): OwnTable[] {
  const waiting = new Map(tables.map((table) => [table.name, table]))
  const ordered: OwnTable[] = []
  while (waiting.size > 0) {
    const next = [...waiting.values()].filter(
      ({ name }) => !references.some(({ from, to }) => from === name && waiting.has(to)),
    )
    if (next.length === 0) throw new Error(`These tables refer to each other: ${[...waiting.keys()].join(', ')}.`)
    for (const table of next) {
      waiting.delete(table.name)
      ordered.push(table)
    }
  }
  return ordered
}

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
const columnList = (columns: readonly string[]) => columns.map(quoted).join(', ')

/** Settings under which the same values always have the same text, and no time limit cuts a long copy. */
export const copySettings = [
  `set local timezone = 'UTC'`,
  `set local datestyle = 'ISO, MDY'`,
  `set local intervalstyle = 'postgres'`,
  `set local extra_float_digits = 1`,
  `set local bytea_output = 'hex'`,
  `set local synchronize_seqscans = off`,
  `set local statement_timeout = 0`,
  `set local idle_in_transaction_session_timeout = 0`,
  `set local search_path = public, pg_catalog`,
].join(';')

/** Counts a table's rows and adds up a hash of each, so that two copies can be compared whatever the order of their rows. */
export async function sumOf(
  client: pg.ClientBase,
  { name, columns }: OwnTable,
): Promise<{ rows: number; sum: string }> {
  const row = `convert_to(row(${columnList(columns)})::text, 'UTF8')`
  const hash = `('x' || encode(substring(sha256(${row}) for 7), 'hex'))::bit(56)::bigint`
  const { rows } = await client.query<{ rows: string; sum: string }>(
    `select count(*)::text as rows, coalesce(sum(${hash}), 0)::text as sum from ${quoted(name)}`,
  )
  return { rows: Number(rows[0]?.rows), sum: rows[0]?.sum ?? '0' }
}

export const copyOut = ({ name, columns }: OwnTable) => `copy ${quoted(name)} (${columnList(columns)}) to stdout`
export const copyIn = ({ name, columns }: OwnTable) => `copy ${quoted(name)} (${columnList(columns)}) from stdin`
