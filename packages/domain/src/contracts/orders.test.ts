import { describe, expect, it } from 'vitest'
import { paymentStatus } from './orders.ts'

describe('paymentStatus', () => {
  it('drops everything but the two payment fields, so that an order id never reveals a person', () => {
    const stored = {
      mpesaStatus: 'paid',
      mpesaReceiptNumber: 'SBK1',
      customerName: 'Amina',
      mpesaPhone: '254712345678',
    }
    expect(paymentStatus.parse(stored)).toEqual({ mpesaStatus: 'paid', mpesaReceiptNumber: 'SBK1' })
  })
})
