import type { AdminOrder } from '@marashi/domain/contracts/admin-orders'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { makeOrder } from '../../testing/records.ts'
import { PackingSlip } from './packing-slip.tsx'

afterEach(cleanup)

const shop = { name: 'Marashi', phone: '+254712345678', whatsapp: '+254799888777' }

function show(changes: Partial<AdminOrder>) {
  render(<PackingSlip order={makeOrder(changes)} shop={shop} />)
  return screen.getByRole('article', { name: 'Packing slip of order MR100001' })
}

it('says where it goes, what is in it and what is to be collected', () => {
  const item = { productId: null, productName: 'Oud Zahra', productPrice: 1_500, quantity: 3 }
  const slip = show({ items: [item], paymentState: 'on-delivery' })
  for (const text of ['Nairobi CBD', 'Wanjiru Kamau', 'Moi Avenue 1', '0712345678', '3 ×', 'Oud Zahra', '3 bottles']) {
    expect(screen.getByText(text)).toBeDefined()
  }
  expect(screen.getByText('Collect Ksh 4,700')).toBeDefined()
  expect(slip.querySelectorAll('rect').length).toBeGreaterThan(30)
})

it('gives the number that answers on WhatsApp, where the owner has another one for calls', () => {
  expect(show({}).textContent).toMatch(/Questions\? WhatsApp \+254799888777$/)
  expect(screen.queryByText(shop.phone)).toBeNull()
})

it.each([
  [{ total: 200, deliveryCharge: 200 }, 'and Ksh 200 for the delivery · Cash or M-Pesa'],
  [{ total: 0, deliveryCharge: 0 }, 'Cash or M-Pesa'],
])('has the courier collect what was agreed by phone, and not the delivery fee alone: %j', (sums, how) => {
  show({ items: [], subtotal: 0, paymentState: 'on-delivery', ...sums })
  expect(screen.getByText('Collect what was agreed')).toBeDefined()
  expect(screen.getByText(how)).toBeDefined()
  expect(screen.queryByText(/bottle|^Ksh|Collect Ksh|PAID/)).toBeNull()
})

it('says that nothing is to be collected of a paid order, with its receipt', () => {
  show({ paymentState: 'paid', mpesaReceiptNumber: 'TKL5ABC123' })
  expect(screen.getByText('PAID')).toBeDefined()
  expect(screen.getByText(/Collect nothing · TKL5ABC123/)).toBeDefined()
  expect(screen.queryByText(/Collect Ksh/)).toBeNull()
})

it('has the courier collect the rest of an order on delivery of which a part was paid before', () => {
  show({ paymentState: 'paid', leftToPay: 2_500, mpesaReceiptNumber: 'TKL5ABC123' })
  expect(screen.getByText('Collect Ksh 2,500')).toBeDefined()
  expect(screen.queryByText(/PAID|nothing/)).toBeNull()
})

it.each([
  [{ status: 'cancelled' as const }, 'The order is cancelled'],
  [{ paymentState: 'refunded' as const }, 'Its money went back'],
])('asks for no money of an order that is not to be sent: %j', (changes, why) => {
  show(changes)
  expect(screen.getByText('DO NOT SEND')).toBeDefined()
  expect(screen.getByText(why)).toBeDefined()
  expect(screen.queryByText(/Collect/)).toBeNull()
})

it.each([
  [{ paymentState: 'unpaid' as const }, 'NOT PAID YET', 'Send it when its money has come'],
  [
    { paymentState: 'paid' as const, leftToPay: 2_500, needsCheck: true },
    'CHECK THE MONEY',
    'Look at its payments before it is sent',
  ],
  [{ paymentState: 'unpaid' as const, needsCheck: true }, 'CHECK THE MONEY', 'Look at its payments before it is sent'],
  [
    { paymentState: 'on-delivery' as const, needsCheck: true },
    'CHECK THE MONEY',
    'Look at its payments before it is sent',
  ],
  [
    { paymentState: 'unpaid' as const, hasOpenClaim: true },
    'CHECK THE MONEY',
    'Look at its payments before it is sent',
  ],
  [
    { paymentState: 'on-delivery' as const, hasOpenClaim: true },
    'CHECK THE MONEY',
    'Look at its payments before it is sent',
  ],
])('has the courier collect no money that was to be paid before, or that has come: %j', (changes, what, why) => {
  show(changes)
  expect(screen.getByText(what)).toBeDefined()
  expect(screen.getByText(why)).toBeDefined()
  expect(screen.queryByText(/Collect/)).toBeNull()
})
