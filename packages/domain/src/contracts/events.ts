import { z } from 'zod'
import { attentions, outcomeSources } from '../rules/payment-status.ts'
import { orderStatuses } from './checkout.ts'
import { id, instant } from './primitives.ts'

/**
 * The event log: one schema for each type and version. A version that was written is never changed, because its events
 * stay as they are; what needs other data gets the next version. Events hold no personal data: they cannot be erased.
 * See docs/behaviour.md#event-log.
 */

const orderNumber = z.string().meta({ description: 'What the shopper and M-Pesa know the order by' })
const amount = z.number().meta({ description: 'Kenyan shillings' })
const method = z.string().meta({ description: 'How the order is to be paid' })

const orderPlaced = z.object({
  orderNumber,
  total: amount,
  status: z.enum(orderStatuses),
  paymentMethod: method,
  deliveryLocation: z.string(),
})
const orderPaid = z.object({ orderNumber, total: amount, paymentMethod: method })
const orderStatusChanged = z.object({ orderNumber, from: z.enum(orderStatuses), to: z.enum(orderStatuses) })
const orderCancelled = z.object({
  orderNumber,
  from: z.enum(orderStatuses),
  total: amount,
  isPaid: z.boolean().meta({ description: 'Its money is here, and may have to go back' }),
})
const orderRefunded = z.object({
  orderNumber,
  change: amount.meta({
    description: 'Kenyan shillings of its total that went back; negative where a refund failed after all',
  }),
  refunded: amount.meta({ description: 'Kenyan shillings of its total that went back so far' }),
  total: amount,
})
const paymentFlagged = z.object({
  orderId: id,
  orderNumber,
  amount,
  what: z.enum(attentions),
  source: z.enum(outcomeSources),
})
const product = z.object({ name: z.string(), price: amount })
const productChanged = product.extend({ changed: z.array(z.string()).min(1) })
const review = z.object({ productId: id, rating: z.int().min(1).max(5) })
const count = z.int().min(0).nullable().meta({ description: 'Pieces; null where they are not counted' })
const stockChanged = z.object({ name: z.string(), variantId: id, from: count, to: count, isSoldOut: z.boolean() })
const stockLow = z.object({ name: z.string(), variantId: id, left: z.int().min(0) })
const settingsChanged = z.object({
  key: z.string().meta({ description: 'Which setting; its values are the owner’s' }),
  isUndo: z.boolean(),
})

/** The data of every type, by version. */
export const eventData = {
  'order.placed': { 1: orderPlaced },
  'order.paid': { 1: orderPaid },
  'order.status_changed': { 1: orderStatusChanged },
  'order.cancelled': { 1: orderCancelled },
  'order.refunded': { 1: orderRefunded },
  'payment.flagged': { 1: paymentFlagged },
  'product.created': { 1: product },
  'product.changed': { 1: productChanged },
  'product.deleted': { 1: product },
  'stock.changed': { 1: stockChanged },
  'stock.low': { 1: stockLow },
  'settings.changed': { 1: settingsChanged },
  'review.submitted': { 1: review },
  'review.approved': { 1: review },
} as const satisfies Record<string, Record<number, z.ZodObject>>

export type EventType = keyof typeof eventData
export const eventTypes = Object.keys(eventData) as EventType[]

/** The data of one type, in its newest version. */
export type DataOf<Type extends EventType> = z.infer<(typeof eventData)[Type][1]>
export type EventData = { [Type in EventType]: DataOf<Type> }[EventType]

const envelope = {
  id: z.int().min(1).meta({ description: 'Its position in the log: 1, 2, 3 and so on, without gaps' }),
  subject: z.string().meta({
    description: 'The id of the order, payment, product or review that it happened to, or the key of the setting',
  }),
  occurredAt: instant,
}

const shopEventOf = <Type extends EventType>(type: Type) =>
  z.object({
    ...envelope,
    type: z.literal(type),
    version: z.literal(1),
    data: eventData[type][1] as (typeof eventData)[Type][1],
  })

/** One event as readers get it. */
export const shopEvent = z.discriminatedUnion('type', [
  shopEventOf('order.placed'),
  shopEventOf('order.paid'),
  shopEventOf('order.status_changed'),
  shopEventOf('order.cancelled'),
  shopEventOf('order.refunded'),
  shopEventOf('payment.flagged'),
  shopEventOf('product.created'),
  shopEventOf('product.changed'),
  shopEventOf('product.deleted'),
  shopEventOf('stock.changed'),
  shopEventOf('stock.low'),
  shopEventOf('settings.changed'),
  shopEventOf('review.submitted'),
  shopEventOf('review.approved'),
])
export type ShopEvent = z.infer<typeof shopEvent>
