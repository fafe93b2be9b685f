import type { MikroORM } from '@mikro-orm/postgresql'

/** Tables that no entity describes, only the migrations: no unit of work reads or writes them. */
export const tablesWithoutEntity = [
  'counters',
  'delivery_places',
  'look_up_slots',
  'rate_limits',
  'request_keys',
  'request_slots',
  'search_suffixes',
  'search_words',
]

/**
 * Throws PostgreSQL's own error for the first table or column that the shop uses and cannot read. The list of migrations
 * proves nothing: a partly restored backup may hold that list and no orders.
 */
export async function readEveryTable(orm: MikroORM): Promise<void> {
  const entities = [...orm.getMetadata().getAll().values()].filter(({ tableName, abstract }) => tableName && !abstract)
  const tables = entities.map(({ tableName, props }) => ({
    table: tableName,
    columns: props.filter(({ persist }) => persist !== false).flatMap(({ fieldNames }) => fieldNames ?? []),
  }))
  const probes = [...tables, ...tablesWithoutEntity.map((table) => ({ table, columns: [] }))].map(
    ({ table, columns }) => `exists (select ${columns.map((name) => `"${name}"`).join(', ')} from "${table}")`,
  )
  await orm.em.getConnection().execute(`select ${probes.join(', ')}`)
}
