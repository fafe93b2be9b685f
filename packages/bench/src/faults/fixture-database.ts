import type { GatewaySimulator } from '@marashi/gateway-simulator/start-gateway-simulator'
import type { Fixture } from './fixture.ts'

/** Where payments by hand are reported; any secret will do. */
const CONFIRMATION_TOKEN = 'c0ffee'.repeat(10)
/** Writes down each flag as it is raised, in the transaction that raises it: what is missing later was lost. */
export async function recordFlags(query: Fixture['query']): Promise<void> {
  await query(
    `create table faults_flags_raised as select id, payment_id, what, details from payment_flags with no data`,
  )
  await query(`create function faults_record_flag() returns trigger language plpgsql as $$ begin
    insert into faults_flags_raised values (new.id, new.payment_id, new.what, new.details); return null; end $$`)
  await query(
    `create trigger faults_record_flag after insert on payment_flags for each row execute function faults_record_flag()`,
  )
}

/** A shop that was just updated begins with what happens from then on; in this one shoppers were told before. */
export async function reportEveryOrder(query: Fixture['query']): Promise<void> {
  await query(`insert into event_readers (name, position) values ('order-emails', 0) on conflict do nothing`)
}

/** So many of each perfume that no scenario sells the last one; a database that is opened again is counted once. */
export async function countProducts(query: Fixture['query'], pieces = 100_000, ids?: readonly string[]): Promise<void> {
  await query(
    `with counted as (
       update variants set stock_count = $1
       where product_id = any($2::uuid[]) or ($2::uuid[] is null and stock_count is null) returning id, stock_count)
     insert into stock_changes (variant_id, reason, count_after) select id, 'counted', stock_count from counted`,
    [pieces, ids ?? null],
  )
}

export async function registerConfirmations(
  query: Fixture['query'],
  { control }: GatewaySimulator,
  origin: string,
): Promise<void> {
  await query(`insert into confirmation_addresses (gateway, token, created_at) values ('mpesa', $1, now())`, [
    CONFIRMATION_TOKEN,
  ])
  control.reportPaymentsTo(confirmationAddress(origin))
}

export const confirmationAddress = (origin: string): string => `${origin}/api/hooks/confirmation/${CONFIRMATION_TOKEN}`
