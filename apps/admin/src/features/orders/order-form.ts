import { orderStatuses, type PlaceOrder, placeOrderInput } from '@marashi/domain/contracts/checkout'
import { deliveryFees } from '@marashi/domain/rules/delivery-fee'
import { z } from 'zod'

const order = placeOrderInput.shape.order.shape

/** The delivery locations of a manual order (docs/behaviour.md#orders-of-the-administrator). */
export const manualLocations = ['nairobi-cbd', 'nairobi-other'] as const
/** The first status of a new order, and the choices for each order in the list (docs/behaviour.md#order-status). */
export const settableStatuses = ['pending', 'processing', 'shipped', 'delivered'] as const

/** The administrator's order form. */
export const orderForm = z.object({
  customerName: order.customerName,
  customerEmail: order.customerEmail,
  customerPhone: order.customerPhone,
  deliveryAddress: order.deliveryAddress,
  deliveryLocation: z.enum(manualLocations),
  status: z.enum(orderStatuses),
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
}

/** The request: a manual payment, no items, and the delivery fee as the total (docs/behaviour.md#orders-of-the-administrator). */
export function manualOrder(form: OrderForm): PlaceOrder {
  const fee = deliveryFees[form.deliveryLocation]
  return { order: { ...form, deliveryCharge: fee, subtotal: 0, total: fee, paymentMethod: 'manual' }, items: [] }
}
