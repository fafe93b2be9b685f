import type { ShopEvent } from '@marashi/domain/contracts/events'
import type { EntityManager } from '@mikro-orm/postgresql'
import { db, valueRows } from '../../db/db.ts'
import { faultPoint } from '../../fault-points.ts'
import type { Context } from '../../http/context.ts'
import { readOn } from '../events/read-on.ts'
import { isTooOld } from './decide-sending.ts'
import { emailOfEvent, waitMs } from './email-of-event.ts'
import type { OrderEmailKind } from './order-email.entity.ts'

/**
 * Queues what shoppers are to be told of every order that was placed or sent out since the last run, where the order has an
 * address. Without SMTP nothing is queued: news of last week would be sent when it is set up.
 */
export async function queueOrderEmails({ em, clock, env }: Context): Promise<void> {
  let read: number
  do {
    read = await readOn(em, 'order-emails', async (tx, events) => {
      if (env.SMTP_URL) await queue(tx, events, clock())
      faultPoint('order-emails-before-commit')
    })
  } while (read > 0)
}

/** What was queued and not sent, as when the step was undone and is taken again, is planned anew. */
async function queue(tx: EntityManager, events: readonly ShopEvent[], now: Date): Promise<void> {
  const rows = rowsOf(events, now)
  if (rows.length === 0) return
  await db(tx)
    .insertInto('order_emails')
    .columns(['order_id', 'kind', 'happened_at', 'next_attempt_at'])
    .expression(({ selectFrom }) =>
      selectFrom(valueRows('queued', columns, rows))
        .innerJoin('orders as o', 'o.id', 'queued.order_id')
        .where('o.customer_email', 'is not', null)
        .select(['queued.order_id', 'queued.kind', 'queued.happened_at', 'queued.next_attempt_at'])
        // Each row holds its order until all are queued: in the order in which everybody locks orders.
        .orderBy('queued.order_id'),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['order_id', 'kind'])
        .doUpdateSet(({ ref }) => ({
          happened_at: ref('excluded.happened_at'),
          next_attempt_at: ref('excluded.next_attempt_at'),
          last_problem: null,
          is_refused: false,
          given_up_at: null,
          refusals: 0,
        }))
        .where('order_emails.sent_at', 'is', null),
    )
    .execute()
}

/** One for each order and kind: the last event counts. */
function rowsOf(events: readonly ShopEvent[], now: Date) {
  const rows = new Map<string, Row>()
  for (const event of events) {
    const kind = emailOfEvent(event)
    const happened_at = new Date(event.occurredAt)
    if (!kind || isTooOld(happened_at, now)) continue
    const dueAt = Math.max(now.getTime(), happened_at.getTime() + waitMs[kind])
    rows.set(`${event.subject} ${kind}`, {
      order_id: event.subject,
      kind,
      happened_at,
      next_attempt_at: new Date(dueAt),
    })
  }
  return [...rows.values()]
}

type Row = { order_id: string; kind: OrderEmailKind; happened_at: Date; next_attempt_at: Date }

const columns = { order_id: 'uuid', kind: 'text', happened_at: 'timestamptz', next_attempt_at: 'timestamptz' } as const
