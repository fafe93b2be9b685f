import { z } from 'zod'
import { policySlugs } from '../rules/policy-slugs.ts'
import { dayHours } from '../rules/settings/hours.ts'
import { shillings } from './primitives.ts'

const place = z.object({
  id: z.string().meta({ description: 'The `deliveryLocation` of an order' }),
  name: z.string(),
  fee: shillings,
  promise: z.string(),
  freeOver: z
    .int()
    .nullable()
    .meta({ description: 'Free above so many shillings; null where `freeDeliveryOver` applies' }),
  note: z.string(),
})

/** The business details on every page, as the owner has set them. See docs/behaviour.md#shop-details. */
export const shopDetails = z
  .object({
    name: z.string(),
    phone: z.string(),
    secondPhone: z.string(),
    whatsapp: z.string().meta({ description: 'The number that shoppers send WhatsApp messages to' }),
    email: z.string(),
    publicUrl: z.string(),
    freeDeliveryOver: z.int().nullable().meta({ description: 'Whole shillings; null while the offer is off' }),
    places: z
      .array(place)
      .meta({ description: 'Where the shop delivers to now, in the order in which shoppers see it' }),
    hours: z.object({ weekdays: dayHours, saturday: dayHours, sunday: dayHours }),
    profiles: z.array(z.object({ name: z.string(), url: z.string() })),
    announcement: z.string(),
    home: z
      .object({ title: z.string(), text: z.string(), button: z.string() })
      .meta({ description: 'The words of the home page' }),
    receiptFooter: z.string(),
    onlyBuyersReview: z.boolean().meta({ description: 'A review needs an order of the product' }),
  })
  .meta({ id: 'ShopDetails' })
export type ShopDetails = z.infer<typeof shopDetails>

export const policyQuery = z.object({ slug: z.enum(policySlugs) })
export const policy = z.object({ slug: z.enum(policySlugs), text: z.string() }).meta({ id: 'Policy' })
