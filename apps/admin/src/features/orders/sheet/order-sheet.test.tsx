import type { AdminOrder } from '@marashi/domain/contracts/admin-orders'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { FakeAdminApi } from '../../testing/fake-admin-api.tsx'
import { makeOrder } from '../../testing/records.ts'
import { OrderCard } from './order-card.tsx'

beforeEach(() => {
  document.head.innerHTML = '<meta name="application-name" content="Marashi">'
})
afterEach(cleanup)

async function show(changes: Partial<AdminOrder>) {
  render(
    <FakeAdminApi answers={{}}>
      <OrderCard order={makeOrder(changes)} onDelete={() => undefined} />
    </FakeAdminApi>,
  )
  await screen.findByRole('article', { name: 'MR100001' })
}

describe('an order’s card', () => {
  it('shows the total with two decimals and the day in Nairobi', async () => {
    await show({ total: 15_000 })
    expect(screen.getByText('Ksh 15,000.00')).toBeDefined()
    expect(screen.getByText('Nov 21, 2026 09:05')).toBeDefined()
  })

  it('shows the last eight characters of the payment ID, and copies all of it', async () => {
    await show({ paymentMethod: 'stripe', stripePaymentIntentId: 'pi_3PabcdefghijklmnopQRSTUV' })
    expect(screen.getByText('opQRSTUV')).toBeDefined()
    expect(screen.getByRole('button', { name: 'Copy the payment ID of order MR100001' })).toBeDefined()
  })

  it('calls the customer, and writes the message for the order’s status', async () => {
    await show({ status: 'shipped' })
    expect(screen.getByRole('link', { name: 'Call Wanjiru Kamau: 0712345678' }).getAttribute('href')).toBe(
      'tel:+254712345678',
    )
    const chat = screen.getByRole('link', { name: /on WhatsApp/ }).getAttribute('href') as string
    expect(chat).toMatch(/^https:\/\/wa\.me\/254712345678\?text=/)
    expect(decodeURIComponent(chat)).toContain('your order MR100001 is on its way. The amount to pay is Ksh 4,700.')
  })

  it('names no sum in the message about a manual order', async () => {
    await show({ status: 'shipped', items: [], subtotal: 0, total: 200 })
    const chat = screen.getByRole('link', { name: /on WhatsApp/ }).getAttribute('href') as string
    expect(decodeURIComponent(chat)).not.toContain('Ksh')
  })

  it('copies the phone number', async () => {
    await show({})
    expect(screen.getByRole('button', { name: 'Copy the phone number of Wanjiru Kamau' })).toBeDefined()
  })

  it('says that the money went back, instead of calling the order unpaid', async () => {
    await show({
      status: 'shipped',
      paymentState: 'refunded',
      refundedAt: '2026-11-22T06:06:00.000Z',
      refundedAmount: 4_700,
      mpesaStatus: 'paid',
    })
    expect(screen.getByText('Refunded')).toBeDefined()
    expect(screen.getByText('Nov 22, 2026 09:06')).toBeDefined()
    expect(screen.queryByText('Not paid yet')).toBeNull()
    expect(screen.queryByText('Paid')).toBeNull()
    const chat = screen.getByRole('link', { name: /on WhatsApp/ }).getAttribute('href') as string
    expect(decodeURIComponent(chat)).not.toContain('Ksh')
  })

  it('says how much of a paid order went back', async () => {
    await show({ paymentState: 'paid', paidAt: '2026-11-21T06:06:00.000Z', refundedAmount: 1_200.5 })
    expect(screen.getByText('Paid')).toBeDefined()
    expect(screen.getByText('Ksh 1,200.50 of it')).toBeDefined()
  })

  it('asks no customer for money who has paid', async () => {
    await show({ status: 'shipped', paidAt: '2026-11-21T06:06:00.000Z', mpesaStatus: 'paid' })
    const chat = screen.getByRole('link', { name: /on WhatsApp/ }).getAttribute('href') as string
    expect(decodeURIComponent(chat)).not.toContain('Ksh')
  })
})
