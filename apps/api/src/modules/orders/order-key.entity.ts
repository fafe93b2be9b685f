import { defineEntity, p } from '@mikro-orm/core'
import { instantColumn } from '../../db/columns.ts'
import { Order } from './order.entity.ts'

/**
 * An `Idempotency-Key` that has made an order, with the hash of the request it came with. The row is written in the order's
 * own transaction, so a key either has its order or does not exist (docs/behaviour.md#order-idempotency).
 */
export const OrderKeySchema = defineEntity({
  name: 'OrderKey',
  tableName: 'order_keys',
  properties: {
    key: p.text().primary().check('length(key) >= 1 and length(key) <= 255'),
    requestHash: p.text(),
    order: () => p.manyToOne(Order).ref().deleteRule('cascade').index('order_keys_order_idx'),
    createdAt: instantColumn().defaultRaw('now()').index('order_keys_created_idx'),
  },
})
export class OrderKey extends OrderKeySchema.class {}
OrderKeySchema.setClass(OrderKey)
