import { orderStatuses } from '@marashi/domain/contracts/checkout'
import { defineEntity, p } from '@mikro-orm/core'
import { instantColumn } from '../../db/columns.ts'

/**
 * When an order came to a status. A trigger of `orders` writes a row of every change, so no writer can forget one; the status with which
 * the owner enters an order has a row too, unless it is pending (store-order.ts). Another trigger refuses to change them. An order that
 * an earlier version of the shop stored has no row of its entry.
 */
export const OrderStatusChangeSchema = defineEntity({
  name: 'OrderStatusChange',
  tableName: 'order_status_changes',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    orderId: p.uuid().index('order_status_changes_order_idx'),
    status: p.enum(orderStatuses),
    changedAt: instantColumn(),
  },
  indexes: [
    {
      name: 'order_status_changes_cancelled_idx',
      expression: `create index "order_status_changes_cancelled_idx" on "order_status_changes" ("changed_at") where "status" = 'cancelled'`,
    },
    {
      name: 'order_status_changes_delivered_idx',
      expression: `create index "order_status_changes_delivered_idx" on "order_status_changes" ("changed_at") where "status" = 'delivered'`,
    },
  ],
})
export class OrderStatusChange extends OrderStatusChangeSchema.class {}
OrderStatusChangeSchema.setClass(OrderStatusChange)
