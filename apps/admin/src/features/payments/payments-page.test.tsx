import { dismissErrors, Toaster } from '@marashi/ui/toast'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { FakeAdminApi, refusal } from '../../testing/fake-admin-api.tsx'
import { makePayment } from '../../testing/records.ts'
import { PaymentsPage } from './payments-page.tsx'

afterEach(() => {
  cleanup()
  dismissErrors()
})

it('loads the newest version of a payment that was moved to another order meanwhile', async () => {
  let stored = makePayment({ orderNumber: 'MR100001' })
  const list = ({ search }: { search?: string | null | undefined }) => {
    const payments = [stored, makePayment({ orderNumber: 'MR100001' }, 2)].filter(
      ({ id, orderNumber }) => !search || id === search || orderNumber.includes(search),
    )
    return {
      payments: payments.map((payment) => ({ ...payment, amountCents: payment.amount, refundedCents: 0 })),
      total: payments.length,
      nextCursor: null,
    }
  }
  const update = () => {
    stored = makePayment({ orderNumber: 'MR100002', updatedAt: '2026-11-21T08:05:00.000Z' })
    throw refusal(409, 'Somebody has saved this payment since you opened it.', {}, 'STALE')
  }
  const analytics = () => ({
    totalPayments: 2,
    successfulPayments: 2,
    totalRevenue: 900_000,
    totalRevenueCents: 900_000,
    failedPayments: 0,
  })
  render(
    <FakeAdminApi answers={{ 'admin.payments': { list, update, analytics } }}>
      <PaymentsPage search={{}} onSearch={async () => undefined} />
      <Toaster />
    </FakeAdminApi>,
  )
  const [edit] = await screen.findAllByRole('button', { name: 'Edit the payment for order MR100001' })
  await userEvent.click(edit as HTMLElement)
  const order = () => screen.getByLabelText<HTMLInputElement>('Order ID').value
  await screen.findByRole('dialog')
  await userEvent.click(screen.getByRole('button', { name: 'Save Changes' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Load newest version' }))
  await waitFor(() => expect(order()).toBe('MR100002'))
  expect(screen.queryByText(/somebody has deleted it/)).toBeNull()
})
