import { defineEntity, p } from '@mikro-orm/core'
import { instantColumn } from '../../db/columns.ts'
import { Variant } from '../catalogue/stock/variant.entity.ts'
import { Order } from './order.entity.ts'

const stockReasons = ['counted', 'ordered', 'ordered-again', 'cancelled', 'deleted', 'unpaid'] as const

/**
 * Why a variant's count is what it is: what the owner counted, what an order took and what came back of it. Rows are only
 * added. The n-th row of an order and a variant is unique, so nothing is taken or given back twice.
 */
export const StockChangeSchema = defineEntity({
  name: 'StockChange',
  tableName: 'stock_changes',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    variant: () => p.manyToOne(Variant).ref().deleteRule('cascade').index('stock_changes_variant_idx'),
    order: () => p.manyToOne(Order).ref().nullable().deleteRule('cascade'),
    number: p.integer().nullable(),
    reason: p.enum(stockReasons),
    pieces: p.integer().nullable().comment('Added to the count; null where it was not counted before or is not after'),
    countAfter: p.integer().nullable(),
    occurredAt: instantColumn().defaultRaw('now()'),
  },
  checks: [
    {
      name: 'stock_changes_order_check',
      expression: `(reason = 'counted') = (order_id is null) and (order_id is null) = (number is null)`,
    },
  ],
  indexes: [
    {
      name: 'stock_changes_once_unique',
      expression:
        'create unique index "stock_changes_once_unique" on "stock_changes" ("order_id", "variant_id", "number") where "order_id" is not null',
    },
  ],
})
export class StockChange extends StockChangeSchema.class {}
StockChangeSchema.setClass(StockChange)
