import { defineEntity, p } from '@mikro-orm/core'
import { instantColumn } from '../../../db/columns.ts'

/** A day in Nairobi that the owner has closed, and how many lines were open then. See docs/behaviour.md#daily-check. */
export const ClosedDaySchema = defineEntity({
  name: 'ClosedDay',
  tableName: 'closed_days',
  properties: {
    day: p.type<string>('date').primary(),
    closedAt: instantColumn(),
    openLines: p.integer().check('open_lines >= 0'),
  },
})
export class ClosedDay extends ClosedDaySchema.class {}
ClosedDaySchema.setClass(ClosedDay)
