import { defineEntity, p } from '@mikro-orm/core'
import { instantColumn, randomId } from '../../db/columns.ts'
import { Order } from '../orders/order.entity.ts'

/** What the shopper is told of an order itself; its money is told by the receipt and the e-mails about refunds. */
const orderEmailKinds = ['received', 'sent-out'] as const
export type OrderEmailKind = (typeof orderEmailKinds)[number]

/**
 * An e-mail to the shopper about an order: written in the transaction that reads its event, sent once (the outbox). The
 * address is the order's at the time of sending, so that nobody is written to who was erased meanwhile.
 */
export const OrderEmailSchema = defineEntity({
  name: 'OrderEmail',
  tableName: 'order_emails',
  properties: {
    id: randomId(),
    order: () => p.manyToOne(Order).ref().deleteRule('cascade'),
    kind: p.enum(orderEmailKinds).$type<OrderEmailKind>(),
    // When it happened, not when it was queued: what is old is not told any more.
    happenedAt: instantColumn(),
    // Null where nothing is planned: it was sent, left out, or given up.
    nextAttemptAt: instantColumn().nullable(),
    // A process sends it until then at most.
    claimedUntil: instantColumn().nullable(),
    attempts: p.integer().default(0),
    sentAt: instantColumn().nullable(),
    // What the mail server answered last, or why it was left out.
    lastProblem: p.text().nullable(),
    // The mail server took others and refused this one, at its last attempt.
    isRefused: p.boolean().default(false),
    // Since when nothing is planned any more, because the mail server took nothing for days.
    givenUpAt: instantColumn().nullable(),
    // How often that was for good.
    refusals: p.integer().default(0),
  },
  uniques: [{ name: 'order_emails_once_unique', properties: ['order', 'kind'] }],
  indexes: [
    {
      // In the order of `claimNext`, which else sorts all that wait each time.
      name: 'order_emails_due_idx',
      expression:
        'create index "order_emails_due_idx" on "order_emails" ("attempts" desc, "next_attempt_at") where "next_attempt_at" is not null',
    },
    {
      name: 'order_emails_given_up_idx',
      expression:
        'create index "order_emails_given_up_idx" on "order_emails" ("given_up_at") where "given_up_at" is not null',
    },
    {
      name: 'order_emails_sent_idx',
      expression: 'create index "order_emails_sent_idx" on "order_emails" ("sent_at") where "sent_at" is not null',
    },
    {
      name: 'order_emails_refused_idx',
      expression: 'create index "order_emails_refused_idx" on "order_emails" ("happened_at") where "is_refused"',
    },
    {
      name: 'order_emails_received_idx',
      expression: `create index "order_emails_received_idx" on "order_emails" ("sent_at") where "kind" = 'received' and "sent_at" is not null`,
    },
  ],
})
export class OrderEmail extends OrderEmailSchema.class {}
OrderEmailSchema.setClass(OrderEmail)
