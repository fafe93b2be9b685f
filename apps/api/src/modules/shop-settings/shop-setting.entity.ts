import { defineEntity, p } from '@mikro-orm/core'
import { instantColumn } from '../../db/columns.ts'

/** What the owner has set; a setting without a row, or whose value is null, is as in a new shop. */
export const ShopSettingSchema = defineEntity({
  name: 'ShopSetting',
  tableName: 'shop_settings',
  properties: {
    key: p.text().primary(),
    value: p.json<unknown>().nullable(),
    version: p.integer().check('version >= 1'),
    changedAt: instantColumn(),
    // The id of the administrator's session; the session itself may be gone.
    changedBy: p.text(),
  },
})
export class ShopSetting extends ShopSettingSchema.class {}
ShopSettingSchema.setClass(ShopSetting)
