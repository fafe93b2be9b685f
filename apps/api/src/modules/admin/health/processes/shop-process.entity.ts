import { defineEntity, p } from '@mikro-orm/core'
import { instantColumn } from '../../../../db/columns.ts'
import type { Vitals } from './vitals.ts'

/** A process of the shop that runs, or that ended without saying so. */
export const ShopProcessSchema = defineEntity({
  name: 'ShopProcess',
  tableName: 'shop_processes',
  properties: {
    id: p.uuid().primary(),
    host: p.text(),
    pid: p.integer(),
    version: p.text(),
    startedAt: instantColumn(),
    seenAt: instantColumn(),
    isDraining: p.boolean().default(false),
    vitals: p.json<Vitals>(),
  },
})
export class ShopProcess extends ShopProcessSchema.class {}
ShopProcessSchema.setClass(ShopProcess)
