import { z } from 'zod'
import { maxShillings } from '../rules/money.ts'
import { isId } from '../rules/record-id.ts'
import { isStorableText } from '../rules/storable-text.ts'

/** Types that every contract shares. */

/** Text that the database keeps exactly as it came (`rules/storable-text.ts`). */
export const cleanText = () => z.string().refine(isStorableText, 'Contains characters that cannot be stored')

/** Text of one field: outer spaces removed, at least one character left, at most `maxLength` UTF-16 units. */
export const requiredText = (maxLength: number, emptyMessage: string) =>
  cleanText()
    .max(maxLength, `Must be at most ${maxLength} characters`)
    .transform((text) => text.trim())
    .pipe(z.string().min(1, emptyMessage))

/** Text that may be absent; empty text counts as absent (decisions 31, 32), and so does the null that answers hold. */
export const optionalText = (maxLength: number) =>
  cleanText()
    .max(maxLength, `Must be at most ${maxLength} characters`)
    .nullable()
    .transform((text) => text?.trim() || undefined)
    .optional()

/** A value that may be left out; what is left out becomes null. */
export const orNull = <Schema extends z.ZodType>(schema: Schema) => schema.nullish().transform((value) => value ?? null)

/** A search box's text: trimmed, empty means no search (specification §5). */
export const searchText = optionalText(100)

export const id = z.string().refine(isId, 'Not a valid id').meta({ format: 'uuid' })

/** Whole Kenyan shillings. */
export const shillings = z.int().min(0).max(maxShillings).meta({ description: 'Whole Kenyan shillings' })

/** An instant as ISO 8601 in UTC. */
export const instant = z.iso.datetime()
