import type { Deletion } from '@marashi/domain/contracts/admin-lists'
import type {
  CreatedWebhook,
  CreateWebhook,
  SaveWebhook,
  WebhookEndpoint,
} from '@marashi/domain/contracts/admin-webhooks'
import { sql } from 'kysely'
import { db, isUnchangedSince } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'
import { isAllowedAddress, literalAddress } from '../../../outgoing/allowed-address.ts'
import { notFound, ShopError, staleEdit } from '../../../shop-error.ts'
import { lastEventId } from '../../events/read-events.ts'
import { newSecret } from '../../webhooks/webhook-message.ts'
import { endpointRows } from './endpoint-row.ts'

/** More than a shop has programs; each has connections of its own. */
const MOST = 20

/**
 * Adds an endpoint, which is told of what happens from now on, and answers its secret. Throws BAD_REQUEST for an address
 * that nothing may be sent to, CONFLICT where there are too many.
 */
export async function createEndpoint(ctx: Context, { url, types }: CreateWebhook): Promise<CreatedWebhook> {
  const { em, clock, log } = ctx
  refuseAddress(ctx, url)
  const now = clock()
  const secret = newSecret()
  const id = await em.fork().transactional(async (tx) => {
    // One after the other: two at once would both count the same.
    await sql`select pg_advisory_xact_lock(hashtextextended('webhook endpoints', 0))`.execute(db(tx))
    const { count } = await db(tx)
      .selectFrom('webhook_endpoints')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    if (count >= MOST) throw new ShopError('CONFLICT', `Please remove an address first: there are ${MOST} already.`)
    const row = await db(tx)
      .insertInto('webhook_endpoints')
      .values({
        url,
        types: [...new Set(types)],
        position: await lastEventId(tx),
        created_at: now,
        updated_at: now,
        id: undefined,
        failures: undefined,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db(tx)
      .insertInto('webhook_secrets')
      .values({ endpoint_id: row.id, secret, created_at: now, id: undefined })
      .execute()
    return row.id
  })
  log.warn({ security: 'webhook added', endpoint: id }, 'an address of a webhook was added')
  return { ...(await endpointRows(ctx, id).executeTakeFirstOrThrow()), secret }
}

/**
 * Changes an endpoint, pauses it or lets it go on: then it is tried at once, and whatever waited begins its three days
 * anew. Throws NOT_FOUND, STALE, and BAD_REQUEST as `createEndpoint`.
 */
export async function saveEndpoint(
  ctx: Context,
  { id, url, types, isPaused, updatedAt }: SaveWebhook,
): Promise<WebhookEndpoint> {
  const { em, clock, log } = ctx
  refuseAddress(ctx, url)
  const now = clock()
  await em.fork().transactional(async (tx) => {
    const stored = await db(tx)
      .selectFrom('webhook_endpoints')
      .select(({ ref }) => [
        'paused_at as pausedAt',
        'url',
        isUnchangedSince(ref('updated_at'), updatedAt).as('isFresh'),
      ])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!stored) throw notFound('Webhook')
    if (!stored.isFresh) throw staleEdit('webhook')
    const row = db(tx).updateTable('webhook_endpoints').where('id', '=', id)
    await row.set({ url, types: [...new Set(types)], updated_at: now }).execute()
    if (isPaused && !stored.pausedAt) await row.set({ paused_at: now, paused_by: 'owner' }).execute()
    if (isPaused || (!stored.pausedAt && stored.url === url)) return
    await row
      .set({ paused_at: null, paused_by: null, failures: 0, failing_since: null, next_attempt_at: null })
      .execute()
    await db(tx)
      .updateTable('webhook_deliveries')
      .set({ next_attempt_at: now, failing_since: null })
      .where('endpoint_id', '=', id)
      .where('state', '=', 'waiting')
      .execute()
  })
  log.warn({ security: 'webhook changed', endpoint: id }, 'an address of a webhook was changed')
  return await endpointRows(ctx, id).executeTakeFirstOrThrow()
}

/** Removes an endpoint with all that waits for it. Throws NOT_FOUND, STALE. */
export async function removeEndpoint(ctx: Context, { id, updatedAt }: Deletion): Promise<void> {
  const { em, log } = ctx
  const removed = await db(em)
    .deleteFrom('webhook_endpoints')
    .where('id', '=', id)
    .where(({ ref }) => isUnchangedSince(ref('updated_at'), updatedAt))
    .returning('id')
    .executeTakeFirst()
  const there = removed ?? (await endpointRows(ctx, id).executeTakeFirst())
  if (!there) throw notFound('Webhook')
  if (!removed) throw staleEdit('webhook')
  log.warn({ security: 'webhook removed', endpoint: id }, 'an address of a webhook was removed')
}

/** What is written in the address itself is refused at once; where a name leads is checked with every attempt. */
function refuseAddress({ env }: Pick<Context, 'env'>, address: string): void {
  const url = new URL(address)
  const literal = literalAddress(url)
  const mayBeLoopback = env.WEBHOOKS_TO_LOOPBACK === 'on'
  const isOfMachine = url.hostname === 'localhost' || url.hostname.endsWith('.localhost')
  const problem =
    url.username || url.password
      ? 'Please leave name and password out of the address'
      : url.protocol === 'http:' && env.isProduction
        ? 'Please use https'
        : (literal && !isAllowedAddress(literal, mayBeLoopback)) || (isOfMachine && !mayBeLoopback)
          ? 'Nothing is sent into private networks'
          : undefined
  if (problem) throw new ShopError('BAD_REQUEST', `${problem}.`, { fields: { url: problem } })
}
