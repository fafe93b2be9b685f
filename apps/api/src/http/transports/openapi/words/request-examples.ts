const line = {
  productId: '0c9f3a52-4d1e-4b0a-8a55-6f0e6c1d2b34',
  productName: 'Oud Zahra',
  productPrice: 4_500,
  quantity: 1,
}
const order = { orderId: '7d0f6a5e-3f0b-4a57-9f5c-2f1f6a0b9c11' }
const product = {
  name: 'Oud Zahra',
  description: 'Dark oud with rose and saffron.',
  price: 4_500,
  originalPrice: 5_200,
  image: 'https://shop.example/media/oud-zahra.jpg',
  categoryId: '3f8d2c1b-6a5e-4f4d-8c3b-2a1908f7e6d5',
  isNew: true,
  concentration: 'Eau de Parfum',
  notesTop: ['Saffron'],
  notesHeart: ['Rose'],
  notesBase: ['Oud', 'Amber'],
  ml: 100,
}
const review = {
  productId: '0c9f3a52-4d1e-4b0a-8a55-6f0e6c1d2b34',
  customerName: 'Amina',
  rating: 5,
  content: 'Lasts the whole day, and everybody asks what it is.',
  status: 'approved',
}
const payment = {
  orderId: 'MR100030',
  paymentMethod: 'mpesa',
  amount: 470_000,
  status: 'completed',
  receipt_number: 'TJK4H7T2QX',
}
const version = { updatedAt: '2026-03-09T06:30:00.000Z' }

/** A whole body for each operation that people write by hand; a test gives each to its contract. */
export const requestExamples: ReadonlyMap<string, object> = new Map<string, object>([
  ['POST /checkout/quote', { deliveryLocation: 'nairobi-cbd', items: [{ productId: line.productId, quantity: 1 }] }],
  [
    'POST /orders',
    {
      order: {
        customerName: 'Amina Otieno',
        customerEmail: 'amina@example.com',
        customerPhone: '0712 345 678',
        deliveryAddress: 'Kimathi Street 4, second floor',
        deliveryLocation: 'nairobi-cbd',
        deliveryCharge: 200,
        subtotal: 4_500,
        total: 4_700,
        paymentMethod: 'mpesa',
        status: 'pending',
      },
      items: [line],
    },
  ],
  ['POST /payments/mpesa/initiate', { ...order, phone: '0712345678' }],
  ['POST /payments/mpesa/resend', order],
  ['POST /payments/mpesa/cancel', order],
  ['POST /payments/mpesa/receipt', { ...order, receipt: 'TJK4H7T2QX' }],
  ['POST /payments/another-way', { ...order, paymentMethod: 'manual' }],
  ['POST /payments/on-delivery', order],
  ['POST /create-payment-intent', { ...order, amount: 4_700 }],
  ['POST /payments/stripe/confirm', { ...order, paymentIntentId: 'pi_3MtwBwLkdIwHu7ix28a3tqPa' }],
  ['POST /payments/stripe/cancel', order],
  [
    'POST /products/{id}/reviews',
    { rating: 5, content: 'Lasts the whole day, and everybody asks what it is.', customerName: 'Amina' },
  ],
  ['POST /products', product],
  ['PUT /products/{id}', { ...product, price: 4_200, ...version }],
  ['PATCH /products/{id}', { price: 4_200 }],
  ['POST /categories', { name: 'Oud', description: 'Dark and woody.' }],
  ['PATCH /categories/{id}', { name: 'Oud and wood' }],
  ['POST /admin/login', { password: 'correct horse battery staple' }],
  ['PATCH /admin/orders/{id}/status', { status: 'shipped', ...version }],
  ['PATCH /admin/orders/status', { changes: [{ id: order.orderId, status: 'delivered' }] }],
  ['POST /admin/orders/{id}/notes', { text: 'Ring twice, the bell is broken.' }],
  ['POST /admin/orders/cancel', { orders: [{ id: order.orderId }], reason: 'Not a real order', restock: true }],
  ['POST /admin/orders/{id}/cancel', { reason: 'No answer for a week', restock: true, refund: 'none' }],
  ['POST /admin/payments', payment],
  ['PUT /admin/payments/{id}', { ...payment, processingFee: 2_350, ...version }],
  [
    'POST /admin/payments/{id}/refunds',
    { amount: 470_000, way: 'manual', reason: 'Arrived broken', requestId: '9c2f4e1a-7b3d-4c5e-8f6a-0b1c2d3e4f5a' },
  ],
  ['POST /admin/reviews', review],
  ['PUT /admin/reviews/{id}', { ...review, ...version }],
  ['PATCH /admin/reviews/{id}', { status: 'approved' }],
  ['PATCH /admin/products/{id}/stock', { change: 12 }],
  ['POST /admin/products/import', { csv: `Product ID,Name,Price (Ksh)\n${line.productId},Oud Zahra,4200\n` }],
  ['POST /admin/prices', { changes: [{ id: line.productId, price: 4_200, originalPrice: 4_500 }] }],
  ['PUT /admin/settings/{key}', { value: 'Marashi Nairobi', version: 0 }],
  ['POST /admin/api-keys', { name: 'Accounting', scopes: ['orders:read', 'payments:read'] }],
])
