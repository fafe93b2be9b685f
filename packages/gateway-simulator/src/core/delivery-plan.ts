import { z } from 'zod'

/** What becomes of one message to the shop; nothing set: delivered once, at once. */
export const deliveryPlan = z.strictObject({
  lost: z.boolean().optional(),
  /** 86,400,000 is a message that comes 24 hours late; it need not be waited for, see `Deliveries.release`. */
  delayMs: z.number().int().min(0).optional(),
  times: z.number().int().min(1).max(200).optional(),
  /** The repeats arrive side by side instead of one after the other. */
  together: z.boolean().optional(),
})

export type DeliveryPlan = z.output<typeof deliveryPlan>
