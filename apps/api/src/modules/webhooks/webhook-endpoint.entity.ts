import type { EventType } from '@marashi/domain/contracts/events'
import { defineEntity, p } from '@mikro-orm/core'
import { instantColumn, randomId } from '../../db/columns.ts'

/** An address of another program that is told of events (docs/behaviour.md#webhooks). */
export const WebhookEndpointSchema = defineEntity({
  name: 'WebhookEndpoint',
  tableName: 'webhook_endpoints',
  properties: {
    id: randomId(),
    url: p.text(),
    types: p.array<EventType>().columnType('text[]').check('cardinality(types) > 0'),
    // The position of the last event that was queued for it, or is none of its types.
    position: p.bigint('number'),
    createdAt: instantColumn(),
    updatedAt: instantColumn(),
    pausedAt: instantColumn().nullable(),
    pausedBy: p.enum(['owner', 'shop']).nullable(),
    // Attempts that failed since it took something last.
    failures: p.integer().default(0),
    failingSince: instantColumn().nullable(),
    // Until then nothing is sent, because it was away or asked for time.
    nextAttemptAt: instantColumn().nullable(),
    lastProblem: p.text().nullable(),
  },
})
export class WebhookEndpoint extends WebhookEndpointSchema.class {}
WebhookEndpointSchema.setClass(WebhookEndpoint)
