import { z } from 'zod'
import { quote } from './checkout.ts'

/** The body of every non-success answer under /api (decisions 39). */
export const errorBody = z
  .object({
    error: z.string().meta({ description: 'A sentence for people' }),
    code: z.string().meta({ description: 'A word for programs' }),
    fields: z.record(z.string(), z.string()).optional().meta({ description: 'Per field: what is wrong with it' }),
    quote: quote.optional().meta({ description: 'With PRICE_CHANGED and PRODUCT_UNAVAILABLE: today’s prices' }),
    requestId: z.string().optional(),
  })
  .meta({ id: 'Error' })
export type ErrorBody = z.infer<typeof errorBody>
