import type { CheckoutForm, PlaceOrder, Quote } from '@marashi/domain/contracts/checkout'
import { type CheckoutFields, mpesaFields, payingPhone } from './checkout-fields.ts'

/** The order exactly as the shopper sees it: the form's fields at the prices of the shop's quote. */
export function orderFromForm(
  form: CheckoutForm,
  quote: Quote,
  paymentMethod: PlaceOrder['order']['paymentMethod'],
): PlaceOrder {
  return {
    order: {
      ...customerFrom(form),
      deliveryLocation: quote.deliveryLocation,
      deliveryCharge: quote.deliveryCharge,
      subtotal: quote.subtotal,
      total: quote.total,
      paymentMethod,
      status: 'pending',
    },
    items: quote.items.map(({ productId, productName, productPrice, quantity }) => ({
      productId,
      productName,
      productPrice,
      quantity,
    })),
  }
}

const customerFrom = (form: CheckoutForm) => ({
  customerName: `${form.firstName} ${form.lastName}`,
  customerEmail: form.email,
  customerPhone: form.phone,
  deliveryAddress: form.address,
})

/**
 * The M-Pesa number of a form that this order was sent from, as it stands there now: the shopper may have corrected it
 * since. Undefined where M-Pesa does not pay or cannot prompt it, and where the form holds another customer, as in another tab.
 */
export function payingPhoneNow(form: CheckoutFields, { order }: PlaceOrder): string | undefined {
  const { data } = mpesaFields.safeParse(form)
  if (!data || order.paymentMethod !== 'mpesa') return undefined
  const isSameCustomer = JSON.stringify({ ...order, ...customerFrom(data) }) === JSON.stringify(order)
  return isSameCustomer ? payingPhone(data) : undefined
}
