import { z } from 'zod'
import { quote } from './checkout.ts'

/** The body of every non-success answer under /api. */
export const errorBody = z
  .object({
    error: z.string().meta({ description: 'A sentence for people' }),
    code: z.string().meta({ description: 'A word for programs; each operation lists those it answers' }),
    fields: z.record(z.string(), z.string()).optional().meta({ description: 'Per field: what is wrong with it' }),
    quote: quote
      .optional()
      .meta({ description: 'With PRICE_CHANGED, PRODUCT_UNAVAILABLE and PLACE_UNAVAILABLE: today’s prices' }),
    requestId: z.string().optional().meta({ description: 'With INTERNAL_SERVER_ERROR: finds the failure in the log' }),
  })
  .meta({ id: 'Error' })
export type ErrorBody = z.infer<typeof errorBody>
