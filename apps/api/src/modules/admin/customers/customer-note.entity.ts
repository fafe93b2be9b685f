import { defineEntity, p } from '@mikro-orm/core'
import { instantColumn } from '../../../db/columns.ts'

/** What the owner notes of who orders by a phone; `phone` is its digits, as `phone_digits` has them. */
export const CustomerNoteSchema = defineEntity({
  name: 'CustomerNote',
  tableName: 'customer_notes',
  properties: {
    phone: p.text().primary().check(`phone ~ '^[0-9]+$'`),
    note: p.text(),
    updatedAt: instantColumn(),
  },
})
export class CustomerNote extends CustomerNoteSchema.class {}
CustomerNoteSchema.setClass(CustomerNote)
