import { defineEntity, p } from '@mikro-orm/core'
import { instantColumn } from '../../../db/columns.ts'

/** The one pair of keys by which push services know the shop (VAPID); made when it is first needed. */
export const PushKeySchema = defineEntity({
  name: 'PushKey',
  tableName: 'push_keys',
  properties: {
    id: p.smallint().primary().autoincrement(false).check('id = 1'),
    publicKey: p.text(),
    privateKey: p.text(),
    createdAt: instantColumn(),
  },
})
export class PushKey extends PushKeySchema.class {}
PushKeySchema.setClass(PushKey)
