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
