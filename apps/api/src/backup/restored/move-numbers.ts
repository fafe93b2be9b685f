import type pg from 'pg'
import type { BackupManifest } from '../archive/manifest.ts'
import { type OwnTable, quoted } from '../database/own-tables.ts'
import type { ReplacedShop } from './replaced-shop.ts'

/** No shop of this kind takes an order a second, day and night; so many numbers at least are left out. */
const FEWEST = 1_000
/** A price list changes every perfume at once, and each is an event. */
const EVENTS_PER_SECOND = 1_000

/** Where each place in the event log is written down. */
const positions = ['events', 'event_readers', 'webhook_endpoints', 'webhook_deliveries']

interface Moving {
  manifest: BackupManifest
  shop: ReplacedShop
  tables: readonly OwnTable[]
  now: Date
}

/**
 * Goes on with numbers that were never given. What happened after a backup is lost, and its numbers are still known outside:
 * an order's is what its M-Pesa payment names, an event's is where another program goes on. Belongs into a transaction in
 * which triggers are off, because those keep the log as it was written.
 */
export async function moveNumbers(client: pg.ClientBase, { manifest, shop, tables, now }: Moving): Promise<void> {
  const seconds = Math.ceil((now.getTime() - Date.parse(manifest.madeAt)) / 1_000)
  const lost = Math.max(FEWEST, seconds)
  for (const { name, lastValue } of manifest.sequences) {
    const ahead = BigInt(lastValue) + BigInt(lost)
    const given = shop.lastNumbers.get(name) ?? 0n
    const last = String(ahead > given ? ahead : given)
    await client.query('select setval($1::text::regclass, $2::bigint)', [quoted(name), last])
  }
  if (tables.some(({ name }) => name === 'events')) await moveLog(client, { shop, tables, lost })
}

/**
 * The whole log, and all that have a place in it: its oldest event comes after whatever was given, so each program outside
 * is told that its own place is gone, and reads the shop anew, as it is now.
 */
async function moveLog(
  client: pg.ClientBase,
  { shop, tables, lost }: Pick<Moving, 'shop' | 'tables'> & { lost: number },
): Promise<void> {
  const withPlaces = positions.filter((each) => tables.some(({ name }) => name === each))
  const { rows } = await client.query<{ newest: string | null }>('select max(position)::text as newest from events')
  const newest = rows[0]?.newest
  if (!newest) return
  const given = Math.max(Number(newest) + lost * EVENTS_PER_SECOND, shop.lastPosition)
  // Further than they lie apart: no row takes the place of one that has not moved yet.
  const by = given + 1 - (await lowestPosition(client, withPlaces))
  for (const table of withPlaces)
    await client.query(`update ${quoted(table)} set position = position + $1::bigint`, [by])
}

/** Of the events and of those on their way to a webhook, which may wait for longer than the log goes back. */
async function lowestPosition(client: pg.ClientBase, withPlaces: readonly string[]): Promise<number> {
  const unique = withPlaces.filter((table) => table === 'events' || table === 'webhook_deliveries')
  const each = unique.map((table) => `(select min(position) from ${quoted(table)})`)
  const { rows } = await client.query<{ lowest: string }>(`select least(${each.join(', ')})::text as lowest`)
  return Number(rows[0]?.lowest)
}
