import type { KeyScope } from '@marashi/domain/contracts/api-keys'
import { defineEntity, p } from '@mikro-orm/core'
import { instantColumn, randomId } from '../../../db/columns.ts'

/** A key of the API. Only its SHA-256 is kept, so that a stolen table opens nothing; a revoked key stays for its trace. */
export const ApiKeySchema = defineEntity({
  name: 'ApiKey',
  tableName: 'api_keys',
  properties: {
    id: randomId(),
    name: p.text().check(`btrim(name) <> ''`),
    keyHash: p.text().unique(),
    start: p.text(),
    scopes: p.array<KeyScope>().columnType('text[]').check('cardinality(scopes) > 0'),
    createdAt: instantColumn().defaultRaw('now()'),
    endsAt: instantColumn().nullable(),
    lastUsedAt: instantColumn().nullable(),
    revokedAt: instantColumn().nullable(),
  },
})
export class ApiKey extends ApiKeySchema.class {}
ApiKeySchema.setClass(ApiKey)
