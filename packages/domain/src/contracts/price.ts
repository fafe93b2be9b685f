import { z } from 'zod'
import { maxShillings } from '../rules/money.ts'

const tooLow = 'Price must be greater than 0'
const anyPrice = z.number({ error: tooLow }).max(maxShillings, 'Price is too high')

/** A price in shillings as the form takes it: cents are an error under the field, not silently another price. */
export const typedPrice = anyPrice
  .refine((value) => value > 0, tooLow)
  .refine(Number.isInteger, 'Enter whole shillings, without cents')

/** A price in shillings as the API takes it, rounded to the nearest whole one. */
export const sentPrice = anyPrice
  .transform((value) => Math.round(value))
  .pipe(z.int().min(1, tooLow))
  .meta({ description: 'Kenyan shillings, rounded to whole ones' })
