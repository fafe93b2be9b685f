/** A perfume as an order names it; `price` in shillings. */
export interface Product {
  id: string
  name: string
  price: number
}

const DELIVERY_CHARGE = 200

/** One to three of the perfumes, one of the first, two of the next. */
export function someOf(products: readonly Product[]): Product[] {
  const start = Math.floor(Math.random() * (products.length - 3))
  return products.slice(start, start + 1 + Math.floor(Math.random() * 3))
}

export function orderBody(
  products: readonly Product[],
  { phone, email }: { phone: string; email: string },
  paymentMethod: string,
) {
  const items = products.map(({ id, name, price }, nth) => ({
    productId: id,
    productName: name,
    productPrice: price,
    quantity: 1 + nth,
  }))
  const subtotal = items.reduce((sum, { productPrice, quantity }) => sum + productPrice * quantity, 0)
  const order = {
    customerName: 'Amina Otieno',
    customerEmail: email,
    customerPhone: phone,
    deliveryAddress: 'Kimathi Street 4, Nairobi',
    deliveryLocation: 'nairobi-cbd',
    deliveryCharge: DELIVERY_CHARGE,
    subtotal,
    total: subtotal + DELIVERY_CHARGE,
    paymentMethod,
    status: 'pending',
  }
  return { order, items }
}
