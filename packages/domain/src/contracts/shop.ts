import { z } from 'zod'

/** The business details that every page shows; they come from the server's environment. */
export const shopDetails = z
  .object({
    name: z.string(),
    phone: z.string(),
    email: z.string(),
    publicUrl: z.string(),
    freeDeliveryOver: z.int().nullable().meta({ description: 'Whole shillings; null while the offer is off' }),
  })
  .meta({ id: 'ShopDetails' })
export type ShopDetails = z.infer<typeof shopDetails>
