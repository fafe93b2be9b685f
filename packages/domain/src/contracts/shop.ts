import { z } from 'zod'

/** The business details on every page, from the server's environment. See docs/behaviour.md#shop-details. */
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
