import { orderStatuses, type PlaceOrder, placeOrderInput } from '@marashi/domain/contracts/checkout'
import { deliveryFees } from '@marashi/domain/rules/delivery-fee'
import { z } from 'zod'

const order = placeOrderInput.shape.order.shape

/** Where the administrator delivers by hand (specification §5). */
export const manualLocations = ['nairobi-cbd', 'nairobi-other'] as const
/** What a new order may begin as, and what the dropdown of each order offers (specification §4). */
export const settableStatuses = ['pending', 'processing', 'shipped', 'delivered'] as const

/** The administrator's order form (specification §5). */
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

/** What is sent: paid by hand, without items, and the delivery fee is all that it costs (specification §7). */
export function manualOrder(form: OrderForm): PlaceOrder {
  const fee = deliveryFees[form.deliveryLocation]
  return { order: { ...form, deliveryCharge: fee, subtotal: 0, total: fee, paymentMethod: 'manual' }, items: [] }
}
