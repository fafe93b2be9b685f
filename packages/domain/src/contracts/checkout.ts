import { z } from 'zod'
import { maxCartLines, maxQuantity } from '../rules/cart.ts'
import { placeId } from '../rules/delivery-fee.ts'
import { withTrunkZero } from '../rules/kenyan-phone.ts'
import { linesAboveMost } from '../rules/repeated-lines.ts'
import { paymentMethods } from './payment-methods.ts'
import { cleanText, id, oneLine, requiredText, shillings } from './primitives.ts'

const mostOfOne = `At most ${maxQuantity} of one perfume`
const quantity = z.int().min(1).max(maxQuantity, mostOfOne)

/** Lines of perfumes, each at most 99 times, also where it is in several lines. See docs/behaviour.md#placing-an-order. */
const linesOf = <Line extends z.ZodType<{ productId: string; quantity: number }>>(line: Line) =>
  z
    .array(line)
    .max(maxCartLines)
    .superRefine((lines, { addIssue }) => {
      for (const position of linesAboveMost(lines))
        addIssue({ code: 'custom', path: [position, 'quantity'], message: mostOfOne })
    })

const noPlace = 'Please choose where we deliver'
/** The id of a place that the shop delivers to; `GET /api/shop` lists them. */
export const deliveryLocation = z.string(noPlace).regex(placeId, noPlace).meta({
  description:
    '`embu`, `nairobi-cbd`, `nairobi-other` or a place that the owner has added: `places` of `GET /api/shop`',
})

/** `POST /api/checkout/quote`: what the shop would charge for a cart now. */
export const quoteInput = z.strictObject({
  deliveryLocation: deliveryLocation
    .default('embu')
    .meta({ description: 'Where a cart starts, unless given; a place that is off counts as the first one' }),
  items: linesOf(z.strictObject({ productId: id, quantity })).min(1, 'The cart is empty'),
})
export type QuoteInput = z.infer<typeof quoteInput>

const charged = z.object({ deliveryCharge: shillings, total: shillings })

/** A line that cannot be had in full: `left` of the `asked` pieces are there, 0 where it is sold out. */
const shortage = z.object({ productId: id, productName: z.string(), asked: z.int(), left: z.int().min(0) })

/**
 * Today's prices from the catalogue, in whole shillings, of what can be ordered now. Products that are no longer sold, or
 * sold out, are listed without a price; of a product that is short, `items` has as many pieces as are left.
 * The totals of all locations are included, so that another location needs no other quote. See
 * docs/behaviour.md#server-prices.
 */
export const quote = z
  .object({
    items: z.array(
      z.object({
        productId: id,
        productName: z.string(),
        productPrice: shillings,
        quantity: z.int(),
        lineTotal: shillings,
      }),
    ),
    unavailable: z.array(id),
    shortages: z
      .array(shortage)
      .meta({ description: 'What is sold out, and what has fewer pieces left than asked for' }),
    deliveryLocation: deliveryLocation,
    subtotal: shillings,
    deliveryCharge: shillings,
    total: shillings,
    byLocation: z.record(z.string(), charged).meta({ description: 'By the id of each place, the fee and the total' }),
  })
  .meta({ id: 'Quote' })
export type Quote = z.infer<typeof quote>

const email = cleanText()
  .max(254)
  .transform((text) => text.trim())
  .pipe(z.union([z.literal(''), z.email('Please enter a valid email address')]))
  .nullable()
  .transform((text) => text || undefined)

/**
 * Any phone that a courier can call; M-Pesa's stricter rule is in `rules/kenyan-phone.ts`. Numbers copied from a
 * contact list often contain invisible direction marks, which are removed. One customer has one number: a 0 that is missing is
 * written.
 */
export const contactPhone = oneLine(requiredText(30, 'Phone is required'))
  .transform((text) => text.replace(/\p{Cf}/gu, ''))
  .refine(
    (text) => /^[+(\d][\d\s().-]*$/.test(text) && text.replace(/\D/g, '').length >= 7,
    'Please enter a valid phone number',
  )
  .transform(withTrunkZero)

/** The customer's fields of the checkout form. See docs/behaviour.md#checkout-form. */
export const checkoutForm = z.object({
  firstName: oneLine(requiredText(60, 'First name is required')),
  lastName: oneLine(requiredText(60, 'Last name is required')),
  email: requiredText(254, 'Email is required').pipe(z.email('Please enter a valid email address')),
  phone: contactPhone,
  address: requiredText(300, 'Address is required'),
  deliveryLocation: deliveryLocation,
})
export type CheckoutForm = z.infer<typeof checkoutForm>

export const orderStatuses = ['pending', 'processing', 'shipped', 'delivered', 'cancelled'] as const
/** What an order can be placed with; `manual` is pay on delivery. */
export const orderPaymentMethods = [...paymentMethods, 'manual'] as const
export type OrderPaymentMethod = (typeof orderPaymentMethods)[number]

/** The header that makes `POST /api/orders` repeatable. See docs/behaviour.md#order-idempotency. */
export const idempotencyKey = /^[\x21-\x7e]{1,255}$/
export const placeOrderHeaders = z.object({
  'Idempotency-Key': z.string().regex(idempotencyKey).optional(),
})

/**
 * `POST /api/orders`. Prices and totals are only compared with the server's own. See
 * docs/behaviour.md#placing-an-order.
 */
export const placeOrderInput = z.strictObject({
  order: z.strictObject({
    customerName: oneLine(requiredText(130, 'Customer name is required')),
    customerEmail: email.optional(),
    customerPhone: contactPhone,
    deliveryAddress: requiredText(300, 'Address is required'),
    deliveryLocation: deliveryLocation,
    deliveryCharge: shillings,
    subtotal: shillings,
    discount: shillings.optional().meta({ description: 'Taken off the subtotal; the administrator’s alone' }),
    total: shillings,
    paymentMethod: z.enum(orderPaymentMethods),
    status: z.enum(orderStatuses).default('pending'),
  }),
  items: linesOf(
    z.strictObject({ productId: id, productName: cleanText().max(200), productPrice: shillings, quantity }),
  ),
})
export type PlaceOrder = z.infer<typeof placeOrderInput>
