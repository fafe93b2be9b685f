import { z } from 'zod'
import { instant, searchText } from './primitives.ts'

/** What every list of the administrator takes: newest first, id last (decisions 38). */
export const listQuery = (defaultLimit: number) => ({
  limit: z.int().min(1).max(100).default(defaultLimit),
  offset: z.int().min(0).max(10_000_000).default(0),
  search: searchText,
})

/**
 * The `updatedAt` that the administrator's form was filled from. When it is sent and the stored one differs, somebody
 * else has saved in between: 409, nothing is changed (decisions 38). Left out, the last one to save wins.
 */
export const versionRead = { updatedAt: instant.optional() }
