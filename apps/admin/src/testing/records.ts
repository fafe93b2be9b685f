import type { AdminOrder } from '@marashi/domain/contracts/admin-orders'
import type { PaymentRecord } from '@marashi/domain/contracts/admin-payments'
import type { AdminReview } from '@marashi/domain/contracts/admin-reviews'
import {
  type Category,
  type Product,
  type ProductDetails,
  product,
  productDetails,
} from '@marashi/domain/contracts/catalogue'
import { makeRecord } from '@marashi/domain/testing/make-record'

const uuid = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

/** An order that differs from others in its number alone. */
export function makeOrder(changes: Partial<AdminOrder> = {}, number = 1): AdminOrder {
  const { paymentState = 'unpaid', total = 4_700 } = changes
  return {
    id: uuid(number),
    orderNumber: `MR${100_000 + number}`,
    pageSecret: String(number).padStart(43, 'k'),
    customerName: 'Wanjiru Kamau',
    customerEmail: null,
    customerPhone: '0712345678',
    deliveryAddress: 'Moi Avenue 1',
    deliveryLocation: 'nairobi-cbd',
    placeName: 'Nairobi CBD',
    deliveryPromise: null,
    deliveryCharge: 200,
    subtotal: 4_500,
    discount: 0,
    total,
    currency: 'KES',
    status: 'pending',
    paymentMethod: 'mpesa',
    createdAt: '2026-11-21T06:05:00.000Z',
    updatedAt: '2026-11-21T06:05:00.000Z',
    items: [{ productId: uuid(900), productName: 'Oud Zahra', productPrice: 4_500, quantity: 1 }],
    paymentInitiatedAt: null,
    paidAt: null,
    paymentState,
    leftToPay: paymentState === 'unpaid' || paymentState === 'on-delivery' ? total : 0,
    needsCheck: false,
    hasOpenClaim: false,
    refundedAt: null,
    refundedAmount: 0,
    paymentFailureReason: null,
    paymentRetryCount: 0,
    paymentProcessingFee: null,
    paymentGatewayResponse: null,
    stripePaymentIntentId: null,
    mpesaMerchantRequestId: null,
    mpesaCheckoutRequestId: null,
    mpesaReceiptNumber: null,
    mpesaStatus: null,
    mpesaPhone: null,
    ...changes,
  }
}

/** A pending review that differs from others in its number alone. */
export function makeReview(changes: Partial<AdminReview> = {}, number = 1): AdminReview {
  return {
    id: uuid(number),
    productId: uuid(900 + number),
    productName: `Perfume ${number}`,
    productImage: 'http://localhost/media/perfume-1/1080.jpg',
    rating: 4,
    content: 'It lasts from morning to night.',
    customerName: 'Amina',
    orderId: null,
    status: 'pending',
    createdAt: '2026-11-21T06:05:00.000Z',
    updatedAt: '2026-11-21T06:05:00.000Z',
    ...changes,
  }
}

/** An M-Pesa payment that differs from others in its number alone; cents. */
export function makePayment(changes: Partial<PaymentRecord> = {}, number = 1): PaymentRecord {
  return {
    id: uuid(number),
    orderId: uuid(number),
    orderNumber: `MR${100_000 + number}`,
    paymentMethod: 'mpesa',
    amount: 470_000,
    currency: 'KES',
    status: 'completed',
    transactionId: null,
    receiptNumber: 'TKL5ABC123',
    receipt_number: 'TKL5ABC123',
    processingFee: null,
    refundedAmount: null,
    stripePaymentIntentId: null,
    stripeChargeId: null,
    mpesaMerchantRequestId: null,
    mpesaCheckoutRequestId: null,
    mpesaReceiptNumber: null,
    mpesaPhone: null,
    gatewayResponse: null,
    initiatedAt: null,
    processedAt: null,
    completedAt: null,
    failedAt: null,
    failureReason: null,
    failureCode: null,
    retryCount: 0,
    attention: null,
    flags: [],
    isSurplus: false,
    createdAt: '2026-11-21T06:05:00.000Z',
    updatedAt: '2026-11-21T06:05:00.000Z',
    ...changes,
  }
}

export function makeCategory(changes: Partial<Category> = {}, number = 1): Category {
  return {
    id: uuid(500 + number),
    name: `Category ${number}`,
    description: null,
    createdAt: '2026-11-21T06:05:00.000Z',
    updatedAt: '2026-11-21T06:05:00.000Z',
    ...changes,
  }
}

/** A perfume that differs from others in its number alone. */
export const makeProduct = (changes: Partial<Product> = {}, number = 1): Product =>
  makeRecord(product, {
    id: uuid(900 + number),
    name: `Perfume ${number}`,
    description: 'Saffron over warm leather.',
    category: 'Category 1',
    categoryId: uuid(501),
    majorCategory: 'unisex',
    price: 4_500,
    image: 'http://localhost/media/perfume-1/1080.jpg',
    createdAt: '2026-11-21T06:05:00.000Z',
    updatedAt: '2026-11-21T06:05:00.000Z',
    ...changes,
  })

/** The same product as its form shows it. */
export const makeProductDetails = (changes: Partial<ProductDetails> = {}, number = 1): ProductDetails =>
  makeRecord(productDetails, { ...makeProduct({}, number), ...changes })
