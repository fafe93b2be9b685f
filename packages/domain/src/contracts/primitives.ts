import { z } from 'zod'

/**
 * Types that every contract shares. Text refuses what PostgreSQL cannot store (NUL) or would silently change
 * (lone surrogates), and control characters that no form produces.
 */

// biome-ignore lint/suspicious/noControlCharactersInRegex: naming the refused characters is the point
const forbiddenCharacters = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/

const isCleanText = (text: string) => text.isWellFormed() && !forbiddenCharacters.test(text)

const cleanText = () => z.string().refine(isCleanText, 'Contains characters that cannot be stored')

/** Text of one field: outer spaces removed, at least one character left, at most `maxLength` UTF-16 units. */
export const requiredText = (maxLength: number, emptyMessage: string) =>
  cleanText()
    .max(maxLength, `Must be at most ${maxLength} characters`)
    .transform((text) => text.trim())
    .pipe(z.string().min(1, emptyMessage))

/** Text that may be absent; empty text counts as absent (decisions 31, 32). */
export const optionalText = (maxLength: number) =>
  cleanText()
    .max(maxLength, `Must be at most ${maxLength} characters`)
    .transform((text) => text.trim() || undefined)
    .optional()

/** A search box's text: trimmed, empty means no search (specification §5). */
export const searchText = optionalText(100)

export const id = z.uuid('Not a valid id')

/** Whole Kenyan shillings (decisions 1). The bound keeps every sum inside a 32-bit integer. */
export const shillings = z.int().min(0).max(100_000_000)

/** An instant as ISO 8601 in UTC. */
export const instant = z.iso.datetime()

export { cleanText }
