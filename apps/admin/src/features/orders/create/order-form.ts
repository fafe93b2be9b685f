import { orderStatuses, type PlaceOrder, placeOrderInput, type Quote } from '@marashi/domain/contracts/checkout'
import { shillings } from '@marashi/domain/contracts/primitives'
import { z } from 'zod'
import type { OrderLine } from './use-order-lines.ts'

const order = placeOrderInput.shape.order.shape

/** A manual order without lines goes elsewhere, where the shop delivers elsewhere (docs/behaviour.md#orders-of-the-administrator). */
const notManual = 'embu'

/** The administrator's order form. An empty discount is none. */
export const orderForm = z.object({
  customerName: order.customerName,
  customerEmail: order.customerEmail,
  customerPhone: order.customerPhone,
  deliveryAddress: order.deliveryAddress,
  deliveryLocation: order.deliveryLocation,
  status: z.enum(orderStatuses),
  discount: shillings.nullable(),
})
export type OrderForm = z.infer<typeof orderForm>
export type OrderFields = z.input<typeof orderForm>

export const emptyOrder: OrderFields = {
  customerName: '',
  customerEmail: '',
  customerPhone: '',
  deliveryAddress: '',
  deliveryLocation: '',
  status: 'pending',
  discount: null,
}

/** Those of `places` that the form offers for an order with lines or without. */
export function offeredPlaces<Place extends { id: string }>(places: readonly Place[], isEmpty: boolean) {
  const elsewhere = places.filter(({ id }) => id !== notManual)
  return isEmpty && elsewhere.length > 0 ? elsewhere : places
}

/**
 * Of `places`, the id of the one that the form shows and sends: the chosen one while it is offered, else the first that takes
 * an order without lines too, so that adding a perfume moves nothing. Empty where none is offered.
 */
export function shownPlace(places: readonly { id: string }[], chosen: string): string {
  const shown = places.find(({ id }) => id === chosen) ?? places.find(({ id }) => id !== notManual) ?? places[0]
  return shown?.id ?? ''
}

/**
 * The request: a manual payment of all that was entered, at the sums of `quote`; without lines the delivery `fee` is the total.
 * Throws for lines without a quote.
 */
export function manualOrder(
  { discount, ...form }: OrderForm,
  { lines, quote, fee }: { lines: readonly OrderLine[]; quote: Quote | undefined; fee: number },
): PlaceOrder {
  if (lines.length === 0) {
    return { order: { ...form, deliveryCharge: fee, subtotal: 0, total: fee, paymentMethod: 'manual' }, items: [] }
  }
  if (!quote) throw new Error('These lines have no prices yet')
  const { deliveryCharge, total } = quote.byLocation[form.deliveryLocation] ?? quote
  const off = discount ?? 0
  return {
    order: {
      ...form,
      deliveryCharge,
      subtotal: quote.subtotal,
      ...(off > 0 && { discount: off }),
      total: total - off,
      paymentMethod: 'manual',
    },
    // The lines and not those of the quote, which has less of what is short: the shop is to refuse that, not to store it.
    items: lines.map(({ productId, name, price, quantity }) => ({
      productId,
      productName: name,
      productPrice: price,
      quantity,
    })),
  }
}
