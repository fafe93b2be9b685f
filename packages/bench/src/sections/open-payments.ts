import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

/** PostgreSQL publishes its statistics with a delay. */
const STATISTICS_SETTLE_MS = 2_500

export interface Reads {
  byIndex: number
  whole: number
}

/** Inserts `count` orders whose prompt has just been sent. Returns their ids. */
export async function insertOpenPayments(database: pg.Client, count: number): Promise<string[]> {
  const { rows } = await database.query<{ id: string }>(
    `with placed as (
       insert into orders (customer_name, customer_phone, delivery_address, delivery_location, delivery_charge, subtotal,
                           total, status, payment_method, mpesa_status)
       select 'Amina', '0712345678', 'Kimathi Street 4', 'embu', 0, 4500, 4500, 'pending', 'mpesa', 'pending'
       from generate_series(1, $1) returning id
     ), asked as (
       insert into payments (order_id, payment_method, amount, status, provider_reference, mpesa_checkout_request_id, initiated_at,
                             next_query_at)
       select id, 'mpesa', 4500, 'pending', 'ws_CO_' || id, 'ws_CO_' || id, now(), now() from placed
     )
     select id from placed`,
    [count],
  )
  // The reads of these statements must not count later.
  await database.query('analyze orders; analyze payments; select pg_stat_force_next_flush()')
  return rows.map(({ id }) => id)
}

/** Reads of the table of orders since the database was made. */
export async function readsOfOrders(database: pg.Client): Promise<Reads> {
  await sleep(STATISTICS_SETTLE_MS)
  const { rows } = await database.query<Reads>(
    `select idx_scan::int as "byIndex", seq_scan::int as whole from pg_stat_user_tables where relname = 'orders'`,
  )
  return rows[0] as Reads
}

/** Status queries that the shop has sent for all payments. */
export async function countStatusQueries(database: pg.Client): Promise<number> {
  const { rows } = await database.query<{ count: number }>('select sum(query_count)::int as count from payments')
  return rows[0]?.count ?? 0
}
