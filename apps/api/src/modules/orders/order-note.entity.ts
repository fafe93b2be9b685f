import { noteKinds } from '@marashi/domain/contracts/order-notes'
import { defineEntity, p } from '@mikro-orm/core'
import { instantColumn } from '../../db/columns.ts'

/**
 * What the administrator wrote about an order, for good: rows are only ever added (a trigger refuses the rest), and no
 * foreign key lets them go with an order.
 */
export const OrderNoteSchema = defineEntity({
  name: 'OrderNote',
  tableName: 'order_notes',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    orderId: p.uuid().index('order_notes_order_idx'),
    kind: p.enum(noteKinds),
    text: p.text().check('length(text) >= 1 and length(text) <= 1000'),
    writtenBy: p.text(),
    writtenAt: instantColumn(),
  },
})
export class OrderNote extends OrderNoteSchema.class {}
OrderNoteSchema.setClass(OrderNote)
