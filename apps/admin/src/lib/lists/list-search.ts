import { id } from '@marashi/domain/contracts/primitives'
import { z } from 'zod'

/** The page number in the address. Page 1 is left out; an invalid value counts as 1. */
export const pageParam = z.coerce.number().int().min(2).max(500_000).optional().catch(undefined)

/** The search text in the address. */
export const searchParam = z
  .string()
  .max(100)
  .transform((text) => text.trim() || undefined)
  .optional()
  .catch(undefined)

/** One of `values` in the address; anything else counts as no filter. */
export const choiceParam = <const Values extends readonly string[]>(values: Values) =>
  z.enum(values).optional().catch(undefined)

/** An id in the address, for example of the record whose drawer is open. */
export const idParam = id.optional().catch(undefined)
