import type { PendingPayment } from '../features/checkout/pending/pending-payment.ts'

/** An order that waits in this browser for its card payment, long since and without items; tests change what they are about. */
export const makePendingPayment = (changes: Partial<PendingPayment> = {}): PendingPayment => ({
  orderId: '00000000-0000-4000-8000-000000000007',
  orderNumber: 'MR100030',
  amountShillings: 4_500,
  method: 'stripe',
  phone: '',
  startedAt: 1,
  isAsked: false,
  items: [],
  ...changes,
})
