import { apiKeyList, createdApiKey, createKeyInput, revokeKeyInput } from '@marashi/domain/contracts/api-keys'
import { z } from 'zod'
import { administratorProcedure, router } from '../../../http/procedures.ts'
import { ApiKey } from './api-key.entity.ts'
import { apiKeyView } from './api-key-view.ts'
import { createKey } from './create-key.ts'
import { revokeKey } from './revoke-key.ts'

const tags = ['Administrator']

/** Keys with which other programs use the API (docs/behaviour.md#api-keys). */
export const apiKeysAdminRouter = router({
  list: administratorProcedure
    .meta({
      openapi: { method: 'GET', path: '/admin/api-keys', tags, summary: 'List the keys of the API, revoked ones too' },
    })
    .output(apiKeyList)
    .query(async ({ ctx }) => (await ctx.em.find(ApiKey, {}, { orderBy: { createdAt: 'desc' } })).map(apiKeyView)),

  create: administratorProcedure
    .meta({
      openapi: { method: 'POST', path: '/admin/api-keys', tags, summary: 'Create a key of the API; shown this once' },
      status: 201,
      holdsSecret: true,
    })
    .input(createKeyInput)
    .output(createdApiKey)
    .mutation(({ ctx, input }) => createKey(ctx, input)),

  revoke: administratorProcedure
    .meta({
      openapi: { method: 'DELETE', path: '/admin/api-keys/{id}', tags, summary: 'Revoke a key of the API at once' },
      errors: ['NOT_FOUND'],
      status: 204,
    })
    .input(revokeKeyInput)
    .output(z.void())
    .mutation(({ ctx, input }) => revokeKey(ctx, input)),
})
