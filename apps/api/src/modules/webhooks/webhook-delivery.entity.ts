import { deliveryStates } from '@marashi/domain/contracts/admin-webhooks'
import { defineEntity, p } from '@mikro-orm/core'
import { instantColumn, randomId } from '../../db/columns.ts'
import { WebhookEndpoint } from './webhook-endpoint.entity.ts'

/** An event on its way to an endpoint (the outbox), and how it went; kept for 30 days. */
export const WebhookDeliverySchema = defineEntity({
  name: 'WebhookDelivery',
  tableName: 'webhook_deliveries',
  properties: {
    id: randomId(),
    endpoint: () => p.manyToOne(WebhookEndpoint).ref().deleteRule('cascade'),
    // Its position in the log; null for a test.
    position: p.bigint('number').nullable(),
    messageId: p.text(),
    type: p.text(),
    // What it happened to: its events are sent one after the other.
    subject: p.text(),
    body: p.text(),
    state: p.enum(deliveryStates),
    attempts: p.integer().default(0),
    createdAt: instantColumn(),
    nextAttemptAt: instantColumn().nullable(),
    // A process sends it until then at most.
    claimedUntil: instantColumn().nullable(),
    failingSince: instantColumn().nullable(),
    lastAttemptAt: instantColumn().nullable(),
    status: p.smallint().nullable(),
    answer: p.text().nullable(),
    problem: p.text().nullable(),
    durationMs: p.integer().nullable(),
  },
  uniques: [{ name: 'webhook_deliveries_once_unique', properties: ['endpoint', 'position'] }],
  indexes: [
    { name: 'webhook_deliveries_list_idx', properties: ['endpoint', 'createdAt'] },
    { name: 'webhook_deliveries_created_idx', properties: ['createdAt'] },
    {
      name: 'webhook_deliveries_due_idx',
      expression:
        'create index "webhook_deliveries_due_idx" on "webhook_deliveries" ("endpoint_id", "next_attempt_at", "position") where "state" = \'waiting\'',
    },
    {
      name: 'webhook_deliveries_subject_idx',
      expression:
        'create index "webhook_deliveries_subject_idx" on "webhook_deliveries" ("endpoint_id", "subject", "position") where "state" = \'waiting\'',
    },
  ],
})
export class WebhookDelivery extends WebhookDeliverySchema.class {}
WebhookDeliverySchema.setClass(WebhookDelivery)
