import { describe, expect, it } from 'vitest'
import { statusMessage } from './status-message.ts'

const order = {
  shopName: 'Marashi',
  orderNumber: 'M1001',
  customerName: 'Wanjiru  Kamau',
  status: 'shipped',
  leftToPay: 4_850,
  items: ['Oud Zahra'],
  hasOpenClaim: false,
  needsCheck: false,
  link: 'https://marashi.example/order/k3',
} as const

describe('the message to a customer about the status of an order', () => {
  it('names the shop, the order and what is left to pay', () => {
    expect(statusMessage(order)).toBe(
      'Hello Wanjiru, this is Marashi: your order M1001 is on its way. The amount to pay is Ksh 4,850. Please keep your phone near for the courier. See your order: https://marashi.example/order/k3',
    )
  })

  it.each([
    ['pending', 'we have received your order M1001'],
    ['processing', 'we are preparing your order M1001'],
    ['shipped', 'your order M1001 is on its way'],
    ['delivered', 'Thank you for choosing Marashi'],
    ['cancelled', 'your order M1001 has been cancelled'],
  ] as const)('%s: %s', (status, words) => {
    expect(statusMessage({ ...order, status })).toContain(words)
  })

  it.each(['pending', 'shipped'] as const)('never asks a customer who has paid for money: %s', (status) => {
    expect(statusMessage({ ...order, status, leftToPay: 0 })).not.toContain('Ksh')
  })

  it.each(['pending', 'shipped'] as const)(
    'asks no customer for money whose receipt is being checked: %s',
    (status) => {
      const message = statusMessage({ ...order, status, hasOpenClaim: true })
      expect(message).not.toContain('Ksh')
      expect(message).toContain('We are checking the M-Pesa receipt that you typed.')
      expect(statusMessage({ ...order, status, hasOpenClaim: true, leftToPay: 0 })).not.toContain('checking')
    },
  )

  it.each(['pending', 'shipped'] as const)(
    'asks no customer for money whose payment is being checked: %s',
    (status) => {
      const message = statusMessage({ ...order, status, needsCheck: true })
      expect(message).not.toContain('Ksh')
      expect(message).toContain('We are checking a payment of this order.')
    },
  )

  it.each([
    ['Mr John', 'Hello Mr John, this is'],
    ['Mama Njeri Otieno', 'Hello Mama Njeri, this is'],
    ['Amina 😊', 'Hello Amina, this is'],
    ['0712345678', 'Hello, this is'],
    ['john@x.example', 'Hello, this is'],
    ['https://evil.example/prize Amina', 'Hello, this is'],
    ['-', 'Hello, this is'],
    ['', 'Hello, this is'],
  ])('greets %j by what is a name', (customerName, greeting) => {
    expect(statusMessage({ ...order, customerName }).startsWith(greeting)).toBe(true)
  })

  it('asks for no money after delivery or cancellation', () => {
    for (const status of ['processing', 'delivered', 'cancelled'] as const)
      expect(statusMessage({ ...order, status })).not.toContain('Ksh')
  })

  it.each(['pending', 'shipped'] as const)(
    'names no amount for a manual order, whose total is its delivery fee: %s',
    (status) => {
      expect(statusMessage({ ...order, status, items: [], leftToPay: 200 })).not.toContain('Ksh')
    },
  )

  it('greets a customer with a blank name', () => {
    expect(statusMessage({ ...order, customerName: ' ' })).toMatch(/^Hello, this is Marashi/)
  })
})
