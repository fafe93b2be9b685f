import { isDeepStrictEqual } from 'node:util'
import type pg from 'pg'
import { activeWebhooks, isSameShop, type ReplacedShop, type Webhook } from './replaced-shop.ts'
import { withSchemaFallback } from './schema-fallback.ts'

/** What a backup would have opened, and does not. */
export interface ClosedAccess {
  /** Keys of the API that were revoked: their names, with what each begins with. */
  keys: string[]
  /** The hosts of webhooks that were paused. */
  webhooks: string[]
  /** How many of the owner's browsers are notified no longer. */
  browsers: number
}

/**
 * Lets nobody in because of a backup: who was shut out since it was made stays so. Every session and known browser ends.
 * Keys, webhooks and the owner's browsers go on where the replaced shop had them too; else nobody knows whether they were
 * ended since. Providers go on reporting where the replaced shop was told. Belongs into a transaction.
 */
export async function closeAccess(client: pg.ClientBase, shop: ReplacedShop, now: Date): Promise<ClosedAccess> {
  for (const table of ['admin_sessions', 'admin_devices'])
    await withSchemaFallback(client, async () => void (await client.query(`delete from ${table}`)), undefined)
  await keepConfirmationAddresses(client, shop)
  return {
    keys: await revokeKeys(client, shop, now),
    webhooks: await pauseWebhooks(client, shop, now),
    browsers: await removeBrowsers(client, shop),
  }
}

/** Those that have ended by themselves are revoked too, and not worth a word. */
const revokeKeys = (client: pg.ClientBase, { keyHashes }: ReplacedShop, now: Date): Promise<string[]> =>
  withSchemaFallback(client, async () => {
    const { rows } = await client.query<{ name: string; start: string; isOver: boolean | null }>(
      `update api_keys set revoked_at = $2 where revoked_at is null and key_hash <> all($1)
         returning name, start, ends_at <= $2 as "isOver"`,
      [keyHashes, now],
    )
    return rows.flatMap(({ name, start, isOver }) => (isOver ? [] : [`${name} (${start}…)`]))
  }, [])

async function pauseWebhooks(client: pg.ClientBase, { webhooks }: ReplacedShop, now: Date): Promise<string[]> {
  const isKnown = (webhook: Webhook) => webhooks.some((each) => isDeepStrictEqual({ ...each }, { ...webhook }))
  const paused = (await activeWebhooks(client)).filter((webhook) => !isKnown(webhook))
  if (paused.length === 0) return []
  await client.query(
    `update webhook_endpoints set paused_at = $2, paused_by = 'owner', updated_at = $2 where id = any($1::uuid[])`,
    [paused.map(({ id }) => id), now],
  )
  return paused.map(({ url }) => new URL(url).host)
}

const removeBrowsers = (client: pg.ClientBase, { browsers }: ReplacedShop): Promise<number> =>
  withSchemaFallback(
    client,
    async () => {
      const { rowCount } = await client.query('delete from push_subscriptions where endpoint <> all($1)', [browsers])
      return rowCount ?? 0
    },
    0,
  )

/**
 * A replaced address that came back would let in whoever knew it, and lose what the provider reports to the new one. Another
 * shop's counts only where the provider was told it: it may be one that was opened for a moment before the restore.
 */
async function keepConfirmationAddresses(client: pg.ClientBase, shop: ReplacedShop): Promise<void> {
  const isSame = await isSameShop(client, shop)
  for (const address of shop.confirmationAddresses) {
    const { gateway, token, state, registered_url, registered_for, registered_at, created_at } = address
    if (!isSame && registered_url === null) continue
    const values = [gateway, token, state, registered_url, registered_at, created_at]
    const keep = async () => {
      await client.query(
        `insert into confirmation_addresses (gateway, token, state, registered_url, registered_at, created_at)
         values ($1, $2, $3, $4, $5, $6) on conflict (gateway) do update
         set token = $2, state = $3, registered_url = $4, registered_at = $5`,
        values,
      )
    }
    await withSchemaFallback(client, keep, undefined)
    const keepAccount = async () => {
      const values = [registered_for, gateway, token]
      await client.query(
        'update confirmation_addresses set registered_for = $1 where gateway = $2 and token = $3',
        values,
      )
    }
    // By itself: a backup whose schema cannot say the account takes the address all the same.
    await withSchemaFallback(client, keepAccount, undefined)
  }
  await withSchemaFallback(client, () => keepReplacedAddresses(client, shop), undefined)
}

async function keepReplacedAddresses(client: pg.ClientBase, { replacedAddresses }: ReplacedShop): Promise<void> {
  for (const { token_hash, gateway, replaced_at, closes_at } of replacedAddresses)
    await client.query(
      `insert into replaced_confirmation_addresses (token_hash, gateway, replaced_at, closes_at) values ($1, $2, $3, $4)
       on conflict (token_hash) do nothing`,
      [token_hash, gateway, replaced_at, closes_at],
    )
}
