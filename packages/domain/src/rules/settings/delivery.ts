/** Where the shop delivers to, for how much, and what it promises. */

import { z } from 'zod'
import { type DeliveryPlace, deliveryFees, deliveryLocations, placeId, placeName } from '../delivery-fee.ts'
import { advertisedPromise } from '../delivery-promise.ts'
import { filledLine, line, setting } from './setting.ts'

const shillings = z.int('Must be whole shillings').min(0).max(100_000, 'Must be at most Ksh 100,000')
const offer = z.int('Must be whole shillings').min(0).max(100_000_000).nullable()

const place = z.object({
  id: z.string().regex(placeId),
  name: filledLine(40),
  fee: shillings,
  promise: line(60),
  /** An order arrives on the same day if it comes until then, in Nairobi's time; empty: no such promise. */
  sameDayUntil: z
    .union([z.literal(''), z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)], 'Please enter a time, as 14:00')
    .default(''),
  freeOver: offer,
  note: line(120),
  isActive: z.boolean(),
})
export type PlaceSetting = z.output<typeof place>

const places = z
  .array(place)
  .max(40, 'At most 40 places')
  .refine((list) => new Set(list.map(({ id }) => id)).size === list.length, 'Two places have one id')
  .refine(
    (list) => new Set(list.map(({ name }) => name.toLowerCase())).size === list.length,
    'Two places have one name',
  )
  .refine(
    (list) => deliveryLocations.every((id) => list.some((each) => each.id === id)),
    'The first three places stay: switch them off instead',
  )
  .refine((list) => list.some(({ isActive }) => isActive), 'At least one place must be on')

export const deliverySettings = {
  /** In the order in which shoppers see them. */
  places: setting(
    places,
    deliveryLocations.map((id) => ({
      id,
      name: placeName(id),
      fee: deliveryFees[id],
      promise: '',
      sameDayUntil: '',
      freeOver: null,
      note: '',
      isActive: true,
    })),
  ),
  /** Delivery is free for orders above so many shillings. */
  freeOver: setting(offer, null, { variable: 'FREE_DELIVERY_OVER' }),
}

/** The places that shoppers may choose. */
export const openPlaces = (list: readonly PlaceSetting[]): DeliveryPlace[] =>
  list
    .filter(({ isActive }) => isActive)
    .map(({ isActive: _, sameDayUntil, ...rest }) => ({
      ...rest,
      promise: advertisedPromise({ ...rest, sameDayUntil }),
    }))
