import { describe, expect, it } from 'vitest'
import { paymentStatus } from './orders.ts'

describe('paymentStatus', () => {
  it('drops everything but the payment fields, so that an order id never reveals a person', () => {
    const payment = {
      mpesaStatus: 'paid',
      mpesaReceiptNumber: 'SBK1',
      state: 'paid',
      failureCode: null,
      mpesaOutcome: 'paid',
      receiptClaim: null,
      isReceiptOnItsWay: true,
      isHolding: true,
    }
    const stored = {
      ...payment,
      customerName: 'Amina',
      mpesaPhone: '254712345678',
    }
    expect(paymentStatus.parse(stored)).toEqual(payment)
  })
})
