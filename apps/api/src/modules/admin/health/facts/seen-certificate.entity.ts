import { defineEntity, p } from '@mikro-orm/core'
import { instantColumn } from '../../../../db/columns.ts'

/** The certificate that was seen last at the public address: one that nobody answers for any more is still known after a restart. */
export const SeenCertificateSchema = defineEntity({
  name: 'SeenCertificate',
  tableName: 'seen_certificates',
  properties: {
    address: p.text().primary(),
    askedAt: instantColumn(),
    // Null until the address has answered with one.
    seenAt: instantColumn().nullable(),
    validFrom: instantColumn().nullable(),
    validUntil: instantColumn().nullable(),
  },
})
export class SeenCertificate extends SeenCertificateSchema.class {}
SeenCertificateSchema.setClass(SeenCertificate)
