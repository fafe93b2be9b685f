import { orderStatuses, type PlaceOrder, placeOrderInput, type Quote } from '@marashi/domain/contracts/checkout'
import { shillings } from '@marashi/domain/contracts/primitives'
import { z } from 'zod'

const order = placeOrderInput.shape.order.shape

/** No place of a manual order without lines (docs/behaviour.md#orders-of-the-administrator). */
export const notManual = 'embu'

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
  deliveryLocation: 'nairobi-cbd',
  status: 'pending',
  discount: null,
}

/** The request: a manual payment at the prices of `quote`; without lines the delivery `fee` is the total. */
export function manualOrder(
  { discount, ...form }: OrderForm,
  { quote, fee }: { quote: Quote | undefined; fee: number },
): PlaceOrder {
  if (!quote) {
    return { order: { ...form, deliveryCharge: fee, subtotal: 0, total: fee, paymentMethod: 'manual' }, items: [] }
  }
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
    items: quote.items.map(({ productId, productName, productPrice, quantity }) => ({
      productId,
      productName,
      productPrice,
      quantity,
    })),
  }
}
