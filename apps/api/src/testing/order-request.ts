import type { PlaceOrder } from '@marashi/domain/contracts/checkout'

const DELIVERY_CHARGE = 200

/** What a shopper in Nairobi sends who orders one piece of a product and pays on delivery. */
export const orderRequest = ({ id, name, price }: { id: string; name: string; price: number }): PlaceOrder => ({
  order: {
    customerName: 'Amina Otieno',
    customerPhone: '0712 345 678',
    deliveryAddress: 'Kimathi Street 4',
    deliveryLocation: 'nairobi-cbd',
    deliveryCharge: DELIVERY_CHARGE,
    subtotal: price,
    total: price + DELIVERY_CHARGE,
    paymentMethod: 'manual',
    status: 'pending',
  },
  items: [{ productId: id, productName: name, productPrice: price, quantity: 1 }],
})
