import { openRefundStatuses } from '@marashi/domain/rules/refund'
import type { EntityManager, MikroORM } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { db } from '../../../db/db.ts'
import type { MetricSource } from '../../../http/metrics/metrics.ts'

/** What of the payments waits for somebody, for alerts. */
export const paymentMetrics = (orm: MikroORM): MetricSource => ({
  names: {
    marashi_payments_open: 'Payments without an outcome',
    marashi_payments_flagged: 'Payments that need the owner',
    marashi_webhook_events_waiting: 'Webhook events that are stored and not yet processed',
    marashi_webhook_events_set_aside: 'Webhook events that could not be processed and wait for the owner',
    marashi_emails_waiting: 'E-mails that are not yet sent',
    marashi_refunds_open: 'Refunds without an outcome',
  },
  read: () => countWaiting(orm.em.fork()).executeTakeFirstOrThrow(),
})

/** Asked at every scrape: each count has an index of what is open. */
export const countWaiting = (em: EntityManager) =>
  db(em).selectNoFrom(({ selectFrom }) => [
    selectFrom('payments')
      .select(counted)
      .where('status', 'in', ['pending', 'processing'])
      .where('deleted_at', 'is', null)
      .as('marashi_payments_open'),
    selectFrom('payments')
      .select(counted)
      .where('attention', 'is not', null)
      .where('deleted_at', 'is', null)
      .as('marashi_payments_flagged'),
    selectFrom('webhook_events')
      .select(counted)
      .where('processed_at', 'is', null)
      .where('next_attempt_at', 'is not', null)
      .as('marashi_webhook_events_waiting'),
    selectFrom('webhook_events')
      .select(counted)
      .where('processed_at', 'is', null)
      .where('next_attempt_at', 'is', null)
      .where('dismissed_at', 'is', null)
      .as('marashi_webhook_events_set_aside'),
    selectFrom(({ selectFrom }) =>
      selectFrom('payment_emails')
        .select('next_attempt_at')
        .unionAll(selectFrom('order_emails').select('next_attempt_at'))
        .as('email'),
    )
      .select(counted)
      .where('next_attempt_at', 'is not', null)
      .as('marashi_emails_waiting'),
    selectFrom('payment_refunds').select(counted).where('status', 'in', openRefundStatuses).as('marashi_refunds_open'),
  ])

const counted = sql<number>`count(*)`.as('count')
