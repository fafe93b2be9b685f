import type { Field } from '../describe-fields.ts'

/** Examples by name, or by as much of the way to it as tells it from others of that name, as in the glossary. */
const examples: ReadonlyMap<string, unknown> = new Map(
  Object.entries({
    orderId: '7d0f6a5e-3f0b-4a57-9f5c-2f1f6a0b9c11',
    productId: '0c9f3a52-4d1e-4b0a-8a55-6f0e6c1d2b34',
    paymentId: 'b7a1c2d3-5e6f-4a1b-9c8d-7e6f5a4b3c2d',
    categoryId: '3f8d2c1b-6a5e-4f4d-8c3b-2a1908f7e6d5',
    orderNumber: 'MR100030',
    lastOrderNumber: 'MR100030',
    productName: 'Oud Zahra',
    'Product.name': 'Oud Zahra',
    'ProductDetails.name': 'Oud Zahra',
    'POST /products.name': 'Oud Zahra',
    'PUT /products/{id}.name': 'Oud Zahra',
    'Category.name': 'Oud',
    category: 'Oud',
    customerName: 'Amina Otieno',
    'Customer.name': 'Amina Otieno',
    customerPhone: '0712 345 678',
    customerEmail: 'amina@example.com',
    deliveryAddress: 'Kimathi Street 4, second floor',
    deliveryLocation: 'nairobi-cbd',
    deliveryCharge: 200,
    subtotal: 4_500,
    discount: 0,
    'AdminOrder.total': 4_700,
    'OrderReceipt.total': 4_700,
    'OrderPage.total': 4_700,
    'Quote.total': 4_700,
    'OrderState.total': 4_700,
    'OrderOfHistory.total': 4_700,
    totalCents: 470_000,
    amountCents: 470_000,
    'order.total': 4_700,
    price: 4_500,
    productPrice: 4_500,
    lineTotal: 4_500,
    originalPrice: 5_200,
    quantity: 1,
    'Payment.amount': 470_000,
    'POST /admin/payments.amount': 470_000,
    'PUT /admin/payments/{id}.amount': 470_000,
    'Refund.amount': 470_000,
    'ListedRefund.amount': 470_000,
    'ReceiptClaim.amount': 470_000,
    'GatewayTransaction.amount': 470_000,
    mpesaReceiptNumber: 'TJK4H7T2QX',
    receiptNumber: 'TJK4H7T2QX',
    receipt_number: 'TJK4H7T2QX',
    receipt: 'TJK4H7T2QX',
    mpesaPhone: '254712345678',
    mpesaMerchantRequestId: '29115-34620561-1',
    mpesaCheckoutRequestId: 'ws_CO_191220191020363925',
    stripePaymentIntentId: 'pi_3MtwBwLkdIwHu7ix28a3tqPa',
    stripeChargeId: 'ch_3MmlLrLkdIwHu7ix0snN0B15',
    image: 'https://shop.example/media/oud-zahra.jpg',
    content: 'Lasts the whole day, and everybody asks what it is.',
    rating: 5,
    averageRating: 4.6,
    reviewCount: 12,
    concentration: 'Eau de Parfum',
    ml: 100,
    flagId: '17',
    changeId: '17',
    'GET /admin/packing-slips.orders': '7d0f6a5e-3f0b-4a57-9f5c-2f1f6a0b9c11',
    nextCursor: 'MjAyNi0wMy0wOVQwNjozMDowMC4wMDBa',
    limit: 20,
    offset: 0,
    page: 1,
    search: 'oud',
  }),
)

/** The example of a text, number or boolean; those with a format or a list of values have one without being named. */
export function exampleOf(field: Field, way: readonly string[]): unknown {
  const named = keysOf(way).find((key) => examples.has(key))
  const value = named === undefined ? undefined : examples.get(named)
  if (field.enum) return field.enum[0]
  if (field.type === 'string' && typeof value === 'string') return value
  if (field.type === 'integer' && Number.isInteger(value)) return value
  if (field.type === 'number' && typeof value === 'number') return value
  return field.type === 'string' ? byFormat.get(field.format ?? '') : undefined
}

const keysOf = (way: readonly string[]) => way.map((_, from) => way.slice(from).join('.'))

const byFormat: ReadonlyMap<string, string> = new Map([
  ['uuid', '5b0a7f2e-8c1d-4e3f-9a6b-1c2d3e4f5a6b'],
  ['date-time', '2026-03-09T06:30:00.000Z'],
  ['date', '2026-03-09'],
])
