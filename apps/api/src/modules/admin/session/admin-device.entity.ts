import { defineEntity, p } from '@mikro-orm/core'
import { instantColumn, randomId } from '../../../db/columns.ts'

/** A browser in which the administrator has logged in before. `tokenHash` is the SHA-256 of its cookie, never the cookie. */
export const AdminDeviceSchema = defineEntity({
  name: 'AdminDevice',
  tableName: 'admin_devices',
  properties: {
    id: randomId(),
    tokenHash: p.text().unique(),
    createdAt: instantColumn(),
    lastLoginAt: instantColumn(),
  },
})
export class AdminDevice extends AdminDeviceSchema.class {}
AdminDeviceSchema.setClass(AdminDevice)
