/** One thing that the owner sets: what it may hold, and what it is until the owner changes it. */

import { z } from 'zod'
import { isStorableText } from '../storable-text.ts'

export interface Setting<Schema extends z.ZodType = z.ZodType> {
  schema: Schema
  /** What may be saved, where that is less than what was: a value that was stored before goes on holding. */
  toSave?: Schema
  /** What the specification says. */
  initial: z.output<Schema>
  /** The variable of the environment that wins over what is saved. */
  variable?: string
}

export const setting = <Schema extends z.ZodType>(
  schema: Schema,
  initial: z.output<Schema>,
  { variable, toSave }: { variable?: string; toSave?: Schema } = {},
): Setting<Schema> => ({ schema, initial, ...(variable && { variable }), ...(toSave && { toSave }) })

const text = (maxLength: number) =>
  z
    .string()
    .trim()
    .max(maxLength, `Must be at most ${maxLength} characters`)
    .refine(isStorableText, 'Contains characters that cannot be stored')

/** One line that may be empty. */
export const line = (maxLength: number) => text(maxLength).refine((given) => !/[\r\n]/.test(given), 'Must be one line')

/** One line with something in it. */
export const filledLine = (maxLength: number) => line(maxLength).min(1, 'Must not be empty')

/** Several lines that may be empty. */
export const paragraphs = (maxLength: number) => text(maxLength)

/** Either nothing or what `schema` takes. */
export const orEmpty = <Schema extends z.ZodType<string, string>>(schema: Schema) => z.union([z.literal(''), schema])
