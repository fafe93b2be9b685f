import type { paymentForm } from '@marashi/domain/contracts/admin-payments'
import type { z } from 'zod'
import type { ListedPayment } from './use-payment-list.ts'

export type PaymentFields = z.input<typeof paymentForm>

const newPayment: PaymentFields = {
  orderId: '',
  paymentMethod: 'stripe',
  amount: 0,
  status: 'pending',
  transactionId: '',
  processingFee: null,
}

/** The first values of the form. Its transaction ID is the receipt number (docs/behaviour.md#payments-by-hand). */
export function fieldsOf(payment: ListedPayment | undefined): PaymentFields {
  if (!payment) return newPayment
  const { orderNumber, paymentMethod, amount, status, receipt_number, processingFee } = payment
  return { orderId: orderNumber, paymentMethod, amount, status, transactionId: receipt_number ?? '', processingFee }
}
