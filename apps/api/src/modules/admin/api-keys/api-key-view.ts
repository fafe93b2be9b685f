import type { ApiKey as ApiKeyContract } from '@marashi/domain/contracts/api-keys'
import type { ApiKey } from './api-key.entity.ts'

export const apiKeyView = ({
  id,
  name,
  start,
  scopes,
  createdAt,
  endsAt,
  lastUsedAt,
  revokedAt,
}: ApiKey): ApiKeyContract => ({
  id,
  name,
  start,
  scopes,
  createdAt: createdAt.toISOString(),
  endsAt: endsAt?.toISOString() ?? null,
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
  revokedAt: revokedAt?.toISOString() ?? null,
})
