import { db } from '../../db/db.ts'
import type { Context } from '../../http/context.ts'
import { deliverNext } from './deliver.ts'
import type { PostWebhook } from './post-webhook.ts'
import { queueDeliveries } from './queue-deliveries.ts'

/** Requests that an endpoint gets at once from one process. */
const AT_ONCE = 4
/** What has begun ends within so long, or is sent again by another process. */
const CLOSE_WITHIN_MS = 5_000

/** Sends what is due. Each endpoint has places of its own, so that a slow one delays no other. */
export interface Dispatcher {
  /** Queues what has happened and starts what is due; it waits for no receiver. */
  tick(ctx: Context): Promise<void>
  /** Resolves when nothing is being sent. */
  idle(): Promise<void>
  close(): Promise<void>
}

export function makeDispatcher(post: PostWebhook): Dispatcher {
  const working = new Map<string, number>()
  const running = new Set<Promise<void>>()
  let isClosed = false

  async function work(ctx: Context, endpointId: string): Promise<void> {
    const own = { ...ctx, em: ctx.orm.em.fork() }
    while (!isClosed && (await deliverNext(own, endpointId, post)));
  }

  function start(ctx: Context, endpointId: string): void {
    working.set(endpointId, (working.get(endpointId) ?? 0) + 1)
    const run = work(ctx, endpointId)
      // The claim ends by itself, and the delivery is sent then.
      .catch((error: unknown) => ctx.log.warn({ err: error, endpoint: endpointId }, 'a webhook could not be sent'))
      .finally(() => {
        running.delete(run)
        const left = (working.get(endpointId) ?? 1) - 1
        if (left > 0) working.set(endpointId, left)
        else working.delete(endpointId)
      })
    running.add(run)
  }

  async function idle(): Promise<void> {
    while (running.size > 0) await Promise.all(running)
  }

  return {
    async tick(ctx) {
      await queueDeliveries(ctx)
      for (const { id, isFailing } of await dueEndpoints(ctx)) {
        const places = isFailing ? 1 : AT_ONCE
        while (!isClosed && (working.get(id) ?? 0) < places) start(ctx, id)
      }
    },
    idle,
    async close() {
      isClosed = true
      await Promise.race([idle(), new Promise((resolve) => setTimeout(resolve, CLOSE_WITHIN_MS).unref())])
    },
  }
}

const dueEndpoints = ({ em, clock }: Context) =>
  db(em)
    .selectFrom('webhook_endpoints as e')
    .select(({ eb }) => ['e.id', eb('e.failures', '>', 0).$castTo<boolean>().as('isFailing')])
    .where('e.paused_at', 'is', null)
    .where(({ eb, or }) => or([eb('e.next_attempt_at', 'is', null), eb('e.next_attempt_at', '<=', clock())]))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('webhook_deliveries as d')
          .select('d.id')
          .whereRef('d.endpoint_id', '=', 'e.id')
          .where('d.state', '=', 'waiting')
          .where('d.next_attempt_at', '<=', clock()),
      ),
    )
    .execute()
