import type { WebhookSecrets } from '@marashi/domain/contracts/admin-webhooks'
import { db, instant } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'
import { notFound } from '../../../shop-error.ts'
import { newSecret } from '../../webhooks/webhook-message.ts'

/** How long the older secret signs too, so that the receiver may be changed without haste. */
const OVERLAP_MS = 24 * 60 * 60_000

/** The secrets that sign now, the newest first. Throws NOT_FOUND. */
export async function endpointSecrets(
  { em, clock }: Pick<Context, 'em' | 'clock'>,
  { id }: { id: string },
): Promise<WebhookSecrets> {
  const secrets = await db(em)
    .selectFrom('webhook_secrets')
    .select(({ ref }) => ['secret', instant(ref('created_at')).as('createdAt'), instant(ref('ends_at')).as('endsAt')])
    .where('endpoint_id', '=', id)
    .where(({ eb, or }) => or([eb('ends_at', 'is', null), eb('ends_at', '>', clock())]))
    .orderBy('created_at', 'desc')
    .execute()
  if (secrets.length === 0) throw notFound('Webhook')
  return { secrets }
}

/** Makes a new secret; the one before signs beside it for 24 hours. Throws NOT_FOUND. */
export async function rotateSecret(ctx: Context, { id }: { id: string }): Promise<WebhookSecrets> {
  const { em, clock, log } = ctx
  const now = clock()
  await em.fork().transactional(async (tx) => {
    const endpoint = await db(tx)
      .selectFrom('webhook_endpoints')
      .select('id')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!endpoint) throw notFound('Webhook')
    await db(tx)
      .updateTable('webhook_secrets')
      .set({ ends_at: new Date(now.getTime() + OVERLAP_MS) })
      .where('endpoint_id', '=', id)
      .where('ends_at', 'is', null)
      .execute()
    await db(tx)
      .insertInto('webhook_secrets')
      .values({ endpoint_id: id, secret: newSecret(), created_at: now, id: undefined })
      .execute()
  })
  log.warn({ security: 'webhook secret rotated', endpoint: id }, 'the secret of a webhook was replaced')
  return await endpointSecrets(ctx, { id })
}
