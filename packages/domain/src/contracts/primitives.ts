import { z } from 'zod'
import { maxShillings } from '../rules/money.ts'
import { isId } from '../rules/record-id.ts'
import { isOneLine, isStorableText } from '../rules/storable-text.ts'
import { isVisibleText } from '../rules/visible-text.ts'

/** Types that every contract shares. */

/** Text that the database can store unchanged (`rules/storable-text.ts`); `missing` is the message where no text was sent. */
export const cleanText = (missing?: string) =>
  z.string(missing).refine(isStorableText, 'Contains characters that cannot be stored')

/**
 * Text of one field: outer spaces removed, at least one character that can be seen, at most `maxLength` UTF-16
 * units. A field that was left out is the same as an empty one.
 */
export const requiredText = (maxLength: number, emptyMessage: string) =>
  cleanText(emptyMessage)
    .max(maxLength, `Must be at most ${maxLength} characters`)
    .transform((text) => text.trim())
    .pipe(z.string().min(1, { error: emptyMessage, abort: true }).refine(isVisibleText, emptyMessage))

/** Text that may be absent; null and text of which nothing can be seen count as absent. */
export const optionalText = (maxLength: number) =>
  cleanText()
    .max(maxLength, `Must be at most ${maxLength} characters`)
    .nullable()
    .transform((text) => (text && isVisibleText(text) ? text.trim() : undefined))
    .optional()

/** Text that is one line wherever it is read, such as a name; for what is taken, because older orders hold others. */
export const oneLine = <Schema extends z.ZodType<string | null | undefined>>(schema: Schema) =>
  schema.refine((text) => !text || isOneLine(text), 'Must be one line, without tabs')

/** An optional value, null when it is absent. */
export const orNull = <Schema extends z.ZodType>(schema: Schema) => schema.nullish().transform((value) => value ?? null)

/** A search term: trimmed; empty means no search. */
export const searchText = optionalText(100)

const noId = 'Not a valid id'
/** In the one spelling that is stored: an id in capitals is the same, also for whoever keeps answers by it. */
export const id = z.string(noId).toLowerCase().refine(isId, noId).meta({ format: 'uuid' })

/** Whole Kenyan shillings. */
export const shillings = z.int().min(0).max(maxShillings).meta({ description: 'Whole Kenyan shillings' })

/** An instant as ISO 8601 in UTC. */
export const instant = z.iso.datetime()

/** An instant as callers send it: in UTC (`Z`), or with an offset, such as Nairobi's `+03:00`. */
export const sentInstant = z.iso.datetime({ offset: true })
