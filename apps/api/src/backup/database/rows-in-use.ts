import type pg from 'pg'
import { tablesWithoutEntity } from '../../db/read-every-table.ts'
import { ownTables, quoted } from './own-tables.ts'

/** Tables that a shop fills by itself: rows there are nobody's work. */
const fillsItself = new Set([
  ...tablesWithoutEntity,
  'access_tokens',
  'admin_devices',
  'admin_sessions',
  'backup_runs',
  'confirmation_addresses',
  'day_checks',
  'event_readers',
  'events',
  'health_checks',
  'health_problems',
  'job_runs',
  'login_guesses',
  'notices',
  'operator_refusals',
  'provider_refusals',
  'push_keys',
  'push_subscriptions',
  'order_status_changes',
  'seen_certificates',
  'shop_processes',
  'variants',
  'webhook_deliveries',
  'webhook_refusals',
])

/** How many rows each table holds that would be lost; empty tables and those that the shop fills by itself are left out. */
export async function rowsInUse(client: pg.ClientBase): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (const { name } of await ownTables(client)) {
    if (fillsItself.has(name)) continue
    const { rows } = await client.query<{ count: string }>(`select count(*)::text as count from ${quoted(name)}`)
    const count = Number(rows[0]?.count)
    if (count > 0) counts.set(name, count)
  }
  return counts
}
