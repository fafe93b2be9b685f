import { z } from 'zod'
import { id, instant, oneLine, requiredText, sentInstant } from './primitives.ts'

/** What a key of the API may be let into. */
export const keyAreas = ['catalogue', 'orders', 'payments', 'reviews', 'customers', 'settings'] as const
export type KeyArea = (typeof keyAreas)[number]
export const keyActions = ['read', 'write'] as const
export type KeyAction = (typeof keyActions)[number]

export const keyScopes = keyAreas.flatMap((area) => keyActions.map((action) => `${area}:${action}` as const))
export type KeyScope = (typeof keyScopes)[number]

/** Whether a key with `scopes` may do this; who may write may read. */
export const allows = (scopes: readonly KeyScope[], area: KeyArea, action: KeyAction): boolean =>
  scopes.includes(`${area}:write`) || (action === 'read' && scopes.includes(`${area}:read`))

const scope = z
  .enum(keyScopes)
  .meta({ id: 'KeyScope', description: 'An area of the shop, and whether it may be changed; who may write may read' })

export const apiKey = z
  .object({
    id,
    name: z.string(),
    start: z.string().meta({ description: 'The first characters of the key, to tell keys apart' }),
    scopes: z.array(scope),
    createdAt: instant,
    endsAt: instant.nullable().meta({ description: 'null: it has no end' }),
    lastUsedAt: instant.nullable().meta({ description: 'To the minute; null: never' }),
    revokedAt: instant.nullable(),
  })
  .meta({ id: 'ApiKey' })
export type ApiKey = z.infer<typeof apiKey>

/** `GET /api/admin/api-keys` */
export const apiKeyList = z.array(apiKey)

/** `POST /api/admin/api-keys` */
export const createKeyInput = z.strictObject({
  name: oneLine(requiredText(80, 'Please enter a name')),
  scopes: z.array(scope).min(1, 'Please choose what the key may do').max(keyScopes.length),
  endsAt: sentInstant
    .nullish()
    .meta({ description: 'From then on the key is refused; nothing or null: it has no end' }),
})
export type CreateKey = z.infer<typeof createKeyInput>

export const createdApiKey = apiKey
  .extend({ key: z.string().meta({ description: 'The key itself, shown this once: `Authorization: Bearer …`' }) })
  .meta({ id: 'CreatedApiKey' })
export type CreatedApiKey = z.infer<typeof createdApiKey>

/** `DELETE /api/admin/api-keys/{id}` */
export const revokeKeyInput = z.strictObject({ id })
