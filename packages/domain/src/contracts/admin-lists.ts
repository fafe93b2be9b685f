import { z } from 'zod'
import { instant, searchText } from './primitives.ts'

/** The parameters of every list of the administrator. See docs/behaviour.md#administrator-lists. */
export const listQuery = (defaultLimit: number) => ({
  limit: z.int().min(1).max(100).default(defaultLimit),
  offset: z.int().min(0).max(10_000_000).default(0),
  search: searchText,
})

/**
 * The `updatedAt` that the administrator's form was filled from. When it differs from the stored one, somebody else has
 * saved in between: 409, and nothing changes. Without it the last edit wins. See docs/behaviour.md#stale-edits.
 */
export const versionRead = { updatedAt: instant.optional() }
