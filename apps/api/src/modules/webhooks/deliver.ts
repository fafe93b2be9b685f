import type { EntityManager } from '@mikro-orm/postgresql'
import { db } from '../../db/db.ts'
import type { Context } from '../../http/context.ts'
import { type ClaimedDelivery, claimDelivery } from './claim-delivery.ts'
import { askedForMs, deliveryPauseMs, endpointPauseMs, GIVE_UP_AFTER_MS } from './delivery-pauses.ts'
import { liveSecrets } from './live-secrets.ts'
import type { PostWebhook, WebhookAnswer } from './post-webhook.ts'
import { signedHeaders } from './webhook-message.ts'

/** The receiver wants nothing any more, as Standard Webhooks says. */
const GONE = 410

type Ctx = Pick<Context, 'em' | 'clock' | 'log'>

/** Sends the next delivery of an endpoint that is due, and writes down how it went. Answers false where none is. */
export async function deliverNext(ctx: Ctx, endpointId: string, post: PostWebhook): Promise<boolean> {
  const now = ctx.clock()
  const endpoint = await db(ctx.em)
    .selectFrom('webhook_endpoints')
    .select(['url', 'failures'])
    .where('id', '=', endpointId)
    .where('paused_at', 'is', null)
    .where(({ eb, or }) => or([eb('next_attempt_at', 'is', null), eb('next_attempt_at', '<=', now)]))
    .executeTakeFirst()
  if (!endpoint) return false
  const claimed = await claimDelivery(ctx, endpointId)
  if (!claimed) return false
  const headers = signedHeaders(claimed, await liveSecrets(ctx, endpointId), ctx.clock())
  const answer = await post(endpoint.url, { headers, body: claimed.body })
  if (answer.problem === null) {
    await markTaken(ctx, claimed, answer)
    if (endpoint.failures > 0) await markWorking(ctx, { endpointId, url: endpoint.url })
  } else await markRefused(ctx, { ...claimed, url: endpoint.url }, { ...answer, problem: answer.problem })
  return true
}

/** What is written down of an attempt, taken or not. */
export const columnsOf = ({ status, answer, problem, durationMs }: WebhookAnswer) => ({
  status,
  answer,
  problem,
  duration_ms: durationMs,
})

const markTaken = ({ em }: Ctx, { id }: ClaimedDelivery, answer: WebhookAnswer) =>
  db(em)
    .updateTable('webhook_deliveries')
    .set({
      ...columnsOf(answer),
      state: 'delivered',
      next_attempt_at: null,
      claimed_until: null,
      failing_since: null,
    })
    .where('id', '=', id)
    .execute()

/** Unless it has another address by now, of which the old one's answer tells nothing. */
const markWorking = ({ em }: Ctx, { endpointId, url }: { endpointId: string; url: string }) =>
  db(em)
    .updateTable('webhook_endpoints')
    .set({ failures: 0, failing_since: null, next_attempt_at: null, last_problem: null })
    .where('id', '=', endpointId)
    .where('url', '=', url)
    .execute()

async function markRefused(
  ctx: Ctx,
  { id, endpointId, attempts, url }: ClaimedDelivery & { url: string },
  answer: WebhookAnswer & { problem: string },
): Promise<void> {
  const now = ctx.clock()
  const asked = askedForMs(answer.retryAfter, now)
  const row = db(ctx.em).updateTable('webhook_deliveries').where('id', '=', id)
  const marked = await markEndpoint(ctx, { endpointId, url }, answer)
  if (!marked) {
    // Nothing that the old address answers holds for the new one.
    await row.set({ ...columnsOf(answer), claimed_until: null, next_attempt_at: now, failing_since: null }).execute()
    return
  }
  const { isPaused, pauseMs } = marked
  // An endpoint that takes nothing is no fault of the delivery: a shop's only order is told as soon as it is back.
  const own = pauseMs > 0 ? pauseMs : deliveryPauseMs(attempts)
  const next = new Date(now.getTime() + Math.max(own, asked))
  const before = new Date(now.getTime() - GIVE_UP_AFTER_MS)
  const waits = { ...columnsOf(answer), claimed_until: null, next_attempt_at: next }
  await row.set(({ fn, val }) => ({ ...waits, failing_since: fn.coalesce('failing_since', val(now)) })).execute()
  if (isPaused) return
  // The endpoint takes other events and has refused this one for three days.
  const givenUp = await row
    .where('failing_since', '<=', before)
    .set({ state: 'failed', next_attempt_at: null })
    .returning('id')
    .executeTakeFirst()
  if (givenUp) await resetIdleEndpoint(ctx.em, endpointId)
}

/**
 * Counts no failure of an endpoint any more once nothing waits for it: nobody tries it until something happens, so it would be
 * said to take nothing all that time, and be paused by the next failure.
 */
export async function resetIdleEndpoint(em: EntityManager, endpointId: string): Promise<void> {
  await db(em)
    .updateTable('webhook_endpoints as e')
    .set({ failures: 0, failing_since: null, next_attempt_at: null })
    .where('e.id', '=', endpointId)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('webhook_deliveries as d')
            .whereRef('d.endpoint_id', '=', 'e.id')
            .where('d.state', '=', 'waiting')
            .select('d.id'),
        ),
      ),
    )
    .execute()
}

/**
 * Lets everything wait for an endpoint that fails. Answers for how long, 0 after the first failures, or that it is paused; undefined
 * where it has another address by now, or is removed.
 */
async function markEndpoint(
  ctx: Ctx,
  { endpointId, url }: { endpointId: string; url: string },
  answer: WebhookAnswer & { problem: string },
): Promise<{ isPaused: boolean; pauseMs: number } | undefined> {
  const now = ctx.clock()
  const row = db(ctx.em).updateTable('webhook_endpoints').where('id', '=', endpointId).where('url', '=', url)
  const endpoint = await row
    .set(({ eb, fn, val }) => ({
      failures: eb('failures', '+', 1),
      failing_since: fn.coalesce('failing_since', val(now)),
      last_problem: answer.problem,
    }))
    .returning(['failures', 'failing_since as failingSince'])
    .executeTakeFirst()
  if (!endpoint?.failingSince) return undefined
  const isOver = now.getTime() - endpoint.failingSince.getTime() >= GIVE_UP_AFTER_MS || answer.status === GONE
  if (isOver) {
    // With the time of a change, so that a form that was opened before does not let it go on when it is saved.
    await row.where('paused_at', 'is', null).set({ paused_at: now, paused_by: 'shop', updated_at: now }).execute()
    ctx.log.error({ endpoint: endpointId, status: answer.status }, 'a webhook was paused: it takes nothing')
    return { isPaused: true, pauseMs: 0 }
  }
  const pauseMs = endpointPauseMs(endpoint.failures)
  const waitMs = Math.max(pauseMs, askedForMs(answer.retryAfter, now))
  if (waitMs > 0) await row.set({ next_attempt_at: new Date(now.getTime() + waitMs) }).execute()
  return { isPaused: false, pauseMs }
}
