import type { PaymentMethod } from '@marashi/domain/contracts/payment-methods'
import { defineEntity, p } from '@mikro-orm/core'
import { instantColumn, paymentMethodForm, randomId } from '../../../db/columns.ts'

/**
 * A webhook event, stored before it is acknowledged and processed after. One that comes again is the same row. Raw bodies
 * are cleared after 90 days; the row stays.
 */
export const WebhookEventSchema = defineEntity({
  name: 'WebhookEvent',
  tableName: 'webhook_events',
  properties: {
    id: randomId(),
    gateway: p.text().$type<PaymentMethod>().check(paymentMethodForm('gateway')),
    eventId: p.text(),
    paymentId: p.uuid().nullable().index('webhook_events_payment_idx'),
    // It came to the address of one request to the provider.
    resultTokenHash: p.text().nullable(),
    // It came to the lasting address for payments that are made by hand.
    isConfirmation: p.boolean().default(false),
    // It came to one that the owner has replaced: it books nothing by itself.
    isOfReplacedAddress: p.boolean().default(false),
    // Which of the lasting addresses it came to; null where that was not kept yet.
    confirmationTokenHash: p.text().nullable(),
    body: p.text().nullable(),
    receivedAt: instantColumn(),
    processedAt: instantColumn().nullable(),
    outcome: p.text().nullable(),
    // The administrator said, in the outcome, why nothing follows from it.
    dismissedAt: instantColumn().nullable(),
    attempts: p.integer().default(0),
    // Settled with others once, whatever came of it: from then on it is tried alone.
    wasTriedTogether: p.boolean().default(false),
    // Null where nothing is planned: it was processed, or it was set aside and waits for the owner.
    nextAttemptAt: instantColumn().nullable().defaultRaw('now()'),
  },
  uniques: [{ name: 'webhook_events_event_unique', properties: ['gateway', 'eventId'] }],
  indexes: [
    { name: 'webhook_events_received_idx', properties: ['gateway', 'receivedAt'] },
    {
      name: 'webhook_events_body_idx',
      expression: 'create index "webhook_events_body_idx" on "webhook_events" ("received_at") where "body" is not null',
    },
    {
      name: 'webhook_events_dismissed_idx',
      expression:
        'create index "webhook_events_dismissed_idx" on "webhook_events" ("dismissed_at") where "dismissed_at" is not null',
    },
    {
      name: 'webhook_events_due_idx',
      expression:
        'create index "webhook_events_due_idx" on "webhook_events" ("gateway", "attempts", "next_attempt_at") where "processed_at" is null',
    },
  ],
})
export class WebhookEvent extends WebhookEventSchema.class {}
WebhookEventSchema.setClass(WebhookEvent)
