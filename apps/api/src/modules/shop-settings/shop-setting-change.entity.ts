import { defineEntity, p } from '@mikro-orm/core'
import { instantColumn } from '../../db/columns.ts'

/** Who changed what when; rows are never changed. Null stands for the value of a new shop. */
export const ShopSettingChangeSchema = defineEntity({
  name: 'ShopSettingChange',
  tableName: 'shop_setting_changes',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    key: p.text(),
    before: p.json<unknown>().nullable(),
    after: p.json<unknown>().nullable(),
    changedAt: instantColumn(),
    changedBy: p.text(),
    // The change that this one took back.
    undoes: p.bigint('number').nullable(),
  },
  indexes: [{ name: 'shop_setting_changes_key_idx', properties: ['key', 'id'] }],
})
export class ShopSettingChange extends ShopSettingChangeSchema.class {}
ShopSettingChangeSchema.setClass(ShopSettingChange)
