import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { BackupManifest } from '../archive/manifest.ts'
import type { BackupPart } from '../archive/read-backup.ts'
import { UnreadableBackup } from '../archive/unreadable-backup.ts'
import { moveNumbers } from '../restored/move-numbers.ts'
import type { ReplacedShop } from '../restored/replaced-shop.ts'
import { copyIn, copySettings, type OwnTable, ownTables, quoted, sumOf } from './own-tables.ts'

/**
 * Fills tables that migrations have just made with the rows of a backup, and throws unless they hold what its manifest
 * says; then moves the numbers that are given next away from those that were. Belongs into a transaction. Triggers are off
 * meanwhile: the rows they would write come with the backup.
 */
export async function loadDatabase(
  client: pg.ClientBase,
  parts: AsyncIterable<BackupPart>,
  { shop, now }: { shop: ReplacedShop; now: Date },
): Promise<void> {
  await client.query(copySettings)
  const tables = await ownTables(client)
  for (const { name } of tables) await client.query(`alter table ${quoted(name)} disable trigger user`)
  await client.query(`truncate ${tables.map(({ name }) => quoted(name)).join(', ')}`)
  const loader = new Loader(client, tables)
  let manifest: BackupManifest | undefined
  for await (const part of parts) {
    if (part.kind === 'rows') await loader.add(part.table, part.bytes)
    if (part.kind === 'manifest') manifest = part.manifest
  }
  await loader.end()
  if (!manifest) throw new UnreadableBackup('This backup is incomplete.')
  await compareTables(client, tables, manifest)
  await moveNumbers(client, { manifest, shop, tables, now })
  for (const { name } of tables) await client.query(`alter table ${quoted(name)} enable trigger user`)
}

async function compareTables(client: pg.ClientBase, tables: OwnTable[], manifest: BackupManifest): Promise<void> {
  const expected = new Map(manifest.tables.map((table) => [table.name, table]))
  for (const table of tables) {
    const made = expected.get(table.name)
    expected.delete(table.name)
    if (!made || made.columns.join() !== table.columns.join())
      throw new Error(`The backup's table ${table.name} has other columns than this shop's at the same version.`)
    const { rows, sum } = await sumOf(client, table)
    if (rows !== made.rows || sum !== made.sum)
      throw new Error(
        `The table ${table.name} came back with other rows than it had: ${rows} in place of ${made.rows}.`,
      )
  }
  if (expected.size > 0)
    throw new Error(`The backup has tables that this shop has not: ${[...expected.keys()].join(', ')}.`)
}

/** Copies rows into one table after the other, as they come. */
class Loader {
  readonly #client: pg.ClientBase
  readonly #tables: OwnTable[]
  #current: { name: string; copy: ReturnType<typeof copyFrom> } | undefined

  constructor(client: pg.ClientBase, tables: OwnTable[]) {
    this.#client = client
    this.#tables = tables
  }

  async add(name: string, bytes: Uint8Array): Promise<void> {
    if (this.#current?.name !== name) {
      await this.end()
      const table = this.#tables.find((each) => each.name === name)
      if (!table) throw new Error(`The backup has a table that this shop has not: ${name}.`)
      const copy = this.#client.query(copyFrom(copyIn(table)))
      copy.on('error', () => undefined) // the write that waits, or the end, fails with it
      this.#current = { name, copy }
    }
    const { copy } = this.#current as { copy: ReturnType<typeof copyFrom> }
    await new Promise<void>((resolve, reject) => copy.write(bytes, (error) => (error ? reject(error) : resolve())))
  }

  async end(): Promise<void> {
    const copy = this.#current?.copy
    this.#current = undefined
    if (copy) await new Promise<void>((resolve, reject) => copy.once('error', reject).end(resolve))
  }
}
