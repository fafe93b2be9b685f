import { z } from 'zod'

/** What a browser has seen last; tRPC sends it by itself when it connects again. */
export const liveInput = z.object({
  lastEventId: z
    .string()
    .regex(/^\d{1,15}$/)
    .nullish(),
})
