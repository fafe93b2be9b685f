import { randomUUID } from 'node:crypto'
import type { DeliveryList, DeliveryQuery, WebhookDelivery } from '@marashi/domain/contracts/admin-webhooks'
import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { db, instant } from '../../../db/db.ts'
import { isWithin, pageOf, placeOf } from '../../../db/list-cursor.ts'
import { type Place, placeTime } from '../../../db/read-in-batches.ts'
import { anyFound } from '../../../db/until-none-is-left.ts'
import type { Context } from '../../../http/context.ts'
import { notFound, ShopError } from '../../../shop-error.ts'
import { columnsOf, resetIdleEndpoint } from '../../webhooks/deliver.ts'
import { liveSecrets } from '../../webhooks/live-secrets.ts'
import { postWebhookOf } from '../../webhooks/post-webhook.ts'
import { signedHeaders } from '../../webhooks/webhook-message.ts'

const rows = (em: EntityManager) =>
  db(em)
    .selectFrom('webhook_deliveries')
    .select(({ ref }) => [
      'id',
      'message_id as messageId',
      'type',
      'state',
      'body',
      'attempts',
      instant(ref('created_at')).as('createdAt'),
      instant(ref('last_attempt_at')).as('lastAttemptAt'),
      instant(ref('next_attempt_at')).as('nextAttemptAt'),
      'status',
      'answer',
      'problem',
      'duration_ms as durationMs',
    ])

/** What an endpoint was sent and is still to be sent, the newest first. Throws BAD_REQUEST for a cursor that is not ours. */
export async function listDeliveries(
  { em }: Pick<Context, 'em'>,
  { id, state, limit, offset, cursor, ...times }: DeliveryQuery,
): Promise<DeliveryList> {
  const after = placeOf(cursor)
  const ofEndpoint = db(em)
    .selectFrom('webhook_deliveries')
    .where('endpoint_id', '=', id)
    .$if(state !== undefined, (query) => query.where('state', '=', state ?? 'waiting'))
    .where(({ ref, fn }) => isWithin(times, ref('created_at'), fn.coalesce(ref('last_attempt_at'), ref('created_at'))))
  const [found, { total }] = await Promise.all([
    rows(em)
      .where(
        'id',
        '=',
        anyFound(
          ofEndpoint
            .$if(after !== undefined, (query) => query.where(isOlder(after as Place)))
            .select('id')
            .orderBy('created_at', 'desc')
            .orderBy(position, 'desc')
            .orderBy('id', 'desc')
            .limit(limit + 1)
            .offset(offset),
        ),
      )
      .select(({ ref }) => placeTime(ref('created_at')).as('place'))
      .orderBy('created_at', 'desc')
      .orderBy(position, 'desc')
      .orderBy('id', 'desc')
      .execute(),
    ofEndpoint.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  const { page, nextCursor } = pageOf(found, limit)
  return { deliveries: page, total, nextCursor }
}

// Those of one moment are queued together, in the order of the log; a test has no place in it.
const position = sql<number>`coalesce(position, -1)`

/** Whether a delivery stands after one in the list, which may have been purged since. */
const isOlder = ({ id, createdAt }: Place) =>
  sql<boolean>`(created_at, ${position}, id) < (${createdAt}::timestamptz,
    coalesce((select before.position from webhook_deliveries before where before.id = ${id}::uuid), -1), ${id}::uuid)`

/**
 * Sends a delivery again, under the same `webhook-id`, within some seconds. Throws NOT_FOUND, and CONFLICT where its
 * endpoint is paused.
 */
export async function sendAgain({ em, clock }: Context, { id }: { id: string }): Promise<WebhookDelivery> {
  const now = clock()
  const found = await db(em)
    .selectFrom('webhook_deliveries as d')
    .innerJoin('webhook_endpoints as e', 'e.id', 'd.endpoint_id')
    .select(['e.id as endpointId', 'e.paused_at as pausedAt'])
    .where('d.id', '=', id)
    .executeTakeFirst()
  if (!found) throw notFound('Delivery')
  if (found.pausedAt) throw new ShopError('CONFLICT', 'This address is paused. Let it go on first.')
  await em.fork().transactional(async (tx) => {
    await resetIdleEndpoint(tx, found.endpointId)
    await db(tx)
      .updateTable('webhook_deliveries')
      .set({ state: 'waiting', next_attempt_at: now, failing_since: null })
      .where('id', '=', id)
      .execute()
    await db(tx)
      .updateTable('webhook_endpoints')
      .set({ next_attempt_at: null })
      .where('id', '=', found.endpointId)
      .execute()
  })
  const delivery = await rows(em).where('id', '=', id).executeTakeFirst()
  // Its endpoint was removed meanwhile.
  if (!delivery) throw notFound('Delivery')
  return delivery
}

/** Sends a test at once, to a paused endpoint too, and answers how it went. Throws NOT_FOUND. */
export async function testEndpoint(ctx: Context, { id }: { id: string }): Promise<WebhookDelivery> {
  const { em, clock } = ctx
  const endpoint = await db(em).selectFrom('webhook_endpoints').select('url').where('id', '=', id).executeTakeFirst()
  if (!endpoint) throw notFound('Webhook')
  const now = clock()
  const messageId = `test_${randomUUID().replaceAll('-', '')}`
  const body = JSON.stringify({ type: 'webhook.test', timestamp: now.toISOString(), data: { endpointId: id } })
  const headers = signedHeaders({ messageId, body }, await liveSecrets(ctx, id), now)
  const answer = await postWebhookOf(ctx.env)(endpoint.url, { headers, body })
  const { id: deliveryId } = await db(em)
    .insertInto('webhook_deliveries')
    .values({
      ...columnsOf(answer),
      endpoint_id: id,
      message_id: messageId,
      type: 'webhook.test',
      subject: messageId,
      body,
      state: answer.problem === null ? 'delivered' : 'failed',
      attempts: 1,
      created_at: now,
      last_attempt_at: now,
      id: undefined,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return await rows(em).where('id', '=', deliveryId).executeTakeFirstOrThrow()
}
