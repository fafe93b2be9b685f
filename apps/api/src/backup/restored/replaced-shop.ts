import type pg from 'pg'
import { ERASED } from '../../modules/payments/transactions/erased-payer.ts'
import { readSequences } from '../database/read-database.ts'
import { withSchemaFallback } from './schema-fallback.ts'

/** What the database that a backup replaces knows, and the backup may not: what was ended and given out since. */
export interface ReplacedShop {
  /** SHA-256 of each key of the API that works. */
  keyHashes: string[]
  /** Addresses that are told of events now. */
  webhooks: Webhook[]
  /** Where the owner's browsers take notices. */
  browsers: string[]
  /** Ids of orders whose customer was erased. */
  erasedOrders: string[]
  /** The id of the first order, by which the shop of a backup is known again. */
  firstOrder: string | undefined
  /** Where providers report payments: what they were told last. */
  confirmationAddresses: ConfirmationAddress[]
  /** Addresses that these took the place of, and that may still receive. */
  replacedAddresses: ReplacedAddress[]
  /** The last number of each sequence. */
  lastNumbers: Map<string, bigint>
  /** The position of the newest event. */
  lastPosition: number
}

export interface Webhook {
  id: string
  url: string
  secrets: string[]
}

interface ConfirmationAddress {
  gateway: string
  token: string
  state: string
  registered_url: string | null
  registered_for: string | null
  registered_at: Date | null
  created_at: Date
}

interface ReplacedAddress {
  token_hash: string
  gateway: string
  replaced_at: Date
  closes_at: Date | null
}

/** Reads it, whatever schema the database has; of an empty one there is nothing to know. Belongs into a transaction. */
export async function readReplacedShop(client: pg.ClientBase): Promise<ReplacedShop> {
  const rowsOf = <Row extends pg.QueryResultRow>(statement: string): Promise<Row[]> =>
    withSchemaFallback(client, async () => (await client.query<Row>(statement)).rows, [])
  const keys = await rowsOf<{ hash: string }>('select key_hash as hash from api_keys where revoked_at is null')
  const browsers = await rowsOf<{ endpoint: string }>('select endpoint from push_subscriptions')
  const erased = await rowsOf<{ id: string }>(
    `select id::text from orders where customer_phone = '' and customer_name = '${ERASED}'`,
  )
  const [first] = await rowsOf<{ id: string }>('select id::text from orders order by created_at, id limit 1')
  const [events] = await rowsOf<{ last: string | null }>('select max(position)::text as last from events')
  return {
    keyHashes: keys.map(({ hash }) => hash),
    webhooks: await activeWebhooks(client),
    browsers: browsers.map(({ endpoint }) => endpoint),
    erasedOrders: erased.map(({ id }) => id),
    firstOrder: first?.id,
    confirmationAddresses: await rowsOf<ConfirmationAddress>(
      // Read by its name, because older schemas have no such column.
      `select gateway, token, state, registered_url, to_jsonb(c) ->> 'registered_for' as registered_for, registered_at, created_at
         from confirmation_addresses c`,
    ),
    replacedAddresses: await rowsOf<ReplacedAddress>(
      'select token_hash, gateway, replaced_at, closes_at from replaced_confirmation_addresses',
    ),
    lastNumbers: new Map((await readSequences(client)).map(({ name, lastValue }) => [name, BigInt(lastValue)])),
    lastPosition: Number(events?.last ?? 0),
  }
}

/** Whether the replaced shop is the one of the backup, which has been loaded: not another, and not an empty one. */
export async function isSameShop(client: pg.ClientBase, { firstOrder }: ReplacedShop): Promise<boolean> {
  const { rows } = await client.query('select from orders where id = $1::uuid', [firstOrder])
  return rows.length > 0
}

/** The addresses that are not paused, with the secrets that sign for them. */
export const activeWebhooks = (client: pg.ClientBase): Promise<Webhook[]> =>
  withSchemaFallback(client, async () => {
    const { rows } = await client.query<Webhook>(
      `select e.id::text, e.url, array(select secret from webhook_secrets s where s.endpoint_id = e.id and s.ends_at is null
                                         order by secret) as secrets
         from webhook_endpoints e where e.paused_at is null`,
    )
    return rows
  }, [])
