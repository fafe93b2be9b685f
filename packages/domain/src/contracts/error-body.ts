import { z } from 'zod'
import { quote } from './checkout.ts'

/** What both transports say of a failure. */
const refusal = z.object({
  error: z.string().meta({ description: 'A sentence for people' }),
  code: z.string().meta({ description: 'A word for programs; each operation lists those it answers' }),
  fields: z.record(z.string(), z.string()).optional().meta({ description: 'Per field: what is wrong with it' }),
  quote: quote
    .optional()
    .meta({ description: 'With PRICE_CHANGED, PRODUCT_UNAVAILABLE and PLACE_UNAVAILABLE: today’s prices' }),
  requestId: z.string().optional().meta({ description: 'With INTERNAL_SERVER_ERROR: finds the failure in the log' }),
})
export type ErrorBody = z.infer<typeof refusal>

/** The body of every non-success answer under /api: the shop's own members, and beside them those of RFC 9457. */
export const errorBody = refusal
  .extend({
    type: z.string().meta({ description: 'RFC 9457: the address of what this `code` means' }),
    title: z.string().meta({ description: 'RFC 9457: the `code` in words, the same each time' }),
    status: z.int().meta({ description: 'RFC 9457: the status of the answer' }),
    detail: z.string().meta({ description: 'RFC 9457: the sentence that `error` holds too' }),
    instance: z
      .string()
      .optional()
      .meta({ description: 'RFC 9457, with INTERNAL_SERVER_ERROR: a name of this failure, made of `requestId`' }),
  })
  .meta({ id: 'Error' })
export type Problem = z.infer<typeof errorBody>
