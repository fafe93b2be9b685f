import { transactionEvents } from '@marashi/domain/rules/gateway-transaction'
import { defineEntity, p } from '@mikro-orm/core'
import { instantColumn } from '../../../db/columns.ts'

/** What happened to a line of a gateway's ledger, for good: rows are only ever added (a trigger refuses the rest). */
export const GatewayTransactionEventSchema = defineEntity({
  name: 'GatewayTransactionEvent',
  tableName: 'gateway_transaction_events',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    transactionId: p.uuid().index('gateway_transaction_events_transaction_idx'),
    at: instantColumn(),
    by: p.enum(['administrator', 'shop']),
    what: p.enum(transactionEvents),
    note: p.text().nullable(),
  },
  indexes: [
    {
      name: 'gateway_transaction_events_settled_idx',
      expression: `create index "gateway_transaction_events_settled_idx" on "gateway_transaction_events" ("at") where "by" = 'administrator' and "what" in ('assigned', 'dismissed')`,
    },
  ],
})
export class GatewayTransactionEvent extends GatewayTransactionEventSchema.class {}
GatewayTransactionEventSchema.setClass(GatewayTransactionEvent)
