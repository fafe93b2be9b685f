import type { CheckoutForm, PlaceOrder, Quote } from '@marashi/domain/contracts/checkout'

/** The order exactly as the shopper sees it: the form's fields at the prices of the shop's quote. */
export function orderFromForm(
  form: CheckoutForm,
  quote: Quote,
  paymentMethod: PlaceOrder['order']['paymentMethod'],
): PlaceOrder {
  return {
    order: {
      customerName: `${form.firstName} ${form.lastName}`,
      customerEmail: form.email,
      customerPhone: form.phone,
      deliveryAddress: form.address,
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
