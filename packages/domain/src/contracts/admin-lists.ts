import { z } from 'zod'
import { cleanText, id, searchText, sentInstant } from './primitives.ts'

/** The parameters of every list of the administrator. See docs/behaviour.md#administrator-lists. */
export const listQuery = (defaultLimit: number) => ({
  limit: z.int().min(1).max(100).default(defaultLimit),
  offset: z.int().min(0).max(10_000_000).default(0),
  search: searchText,
})

/** What narrows a list by time, for programs that follow it. */
export const timeFilter = {
  createdFrom: sentInstant.optional(),
  createdTo: sentInstant.optional(),
  updatedSince: sentInstant.optional(),
}
export type TimeFilter = { [Name in keyof typeof timeFilter]?: string | undefined }

/** Reads a list on from where a page ended, whatever was added meanwhile. */
export const listCursor = { cursor: cleanText().max(200).optional() }
/** Of a page that the list goes on after; null at its end. */
export const nextCursor = { nextCursor: z.string().nullable() }

/**
 * The `updatedAt` that the administrator's form was filled from. When it differs from the stored one, somebody else has
 * saved in between: 409, and nothing changes. Without it the last edit wins. See docs/behaviour.md#stale-edits.
 */
export const versionRead = { updatedAt: sentInstant.optional() }

/** The record that is deleted, and the version of it that was read. */
export const deletion = z.object({ id, ...versionRead })
export type Deletion = z.infer<typeof deletion>
