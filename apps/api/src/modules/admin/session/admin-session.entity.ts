import { defineEntity, p } from '@mikro-orm/core'
import { instantColumn, randomId } from '../../../db/columns.ts'

/** One logged-in browser of the administrator. `sessionId` is the SHA-256 of the cookie, never the cookie. */
export const AdminSessionSchema = defineEntity({
  name: 'AdminSession',
  tableName: 'admin_sessions',
  properties: {
    id: randomId(),
    sessionId: p.text().unique(),
    createdAt: instantColumn().defaultRaw('now()'),
    lastSeenAt: instantColumn().defaultRaw('now()'),
    expiresAt: instantColumn(),
    // The password that opened it; it ends with that password.
    passwordMark: p.text().nullable(),
  },
})
export class AdminSession extends AdminSessionSchema.class {}
AdminSessionSchema.setClass(AdminSession)
