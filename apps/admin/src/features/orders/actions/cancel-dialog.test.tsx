import type { RefundList } from '@marashi/domain/contracts/admin-refunds'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { FakeAdminApi } from '../../../testing/fake-admin-api.tsx'
import { makeOrder, makePayment } from '../../../testing/records.ts'
import { CancelDialog } from './cancel-dialog.tsx'

afterEach(cleanup)

type Provider = NonNullable<RefundList['provider']>
const card: Provider = { name: 'Card', takes: 'any-amount', asksForPassword: false, unavailable: null }
const mpesa: Provider = { name: 'M-Pesa', takes: 'whole-payment', asksForPassword: true, unavailable: null }

/** The form of an order that was paid by each of `providers` in turn; null is a payment that was entered. */
async function show(providers: (Provider | null)[], left: (index: number) => number = () => 470_000) {
  const payments = providers.map((_, index) => makePayment({}, index + 1))
  const cancel = vi.fn(() => ({
    order: { ...makeOrder({ status: 'cancelled' }), totalCents: 470_000, refundedCents: 0 },
    refunds: [],
    problem: null,
  }))
  const list = ({ id }: { id: string }): RefundList => {
    const index = payments.findIndex((payment) => payment.id === id)
    return { refunds: [], left: left(index), provider: providers[index] ?? null }
  }
  render(
    <FakeAdminApi answers={{ 'admin.orders': { cancel }, 'admin.refunds': { list } }}>
      <CancelDialog
        order={makeOrder({ paymentState: 'paid' })}
        payments={payments}
        onClose={() => undefined}
        onReload={() => undefined}
      />
    </FakeAdminApi>,
  )
  const form = within(await screen.findByRole('dialog', { name: 'Cancel order MR100001' }))
  return { form, cancel }
}

const ways = (form: ReturnType<typeof within>) =>
  within(form.getByLabelText('The money'))
    .getAllByRole('option')
    .map(({ textContent }) => textContent)

it('asks for the password where any of the payments needs it, not the first one alone', async () => {
  const { form, cancel } = await show([card, mpesa])
  await form.findByRole('option', { name: 'Give all of it back by Card and M-Pesa' })
  await userEvent.selectOptions(form.getByLabelText('The money'), 'provider')
  await userEvent.type(form.getByLabelText('Reason'), 'Ordered twice')
  await userEvent.type(form.getByLabelText('Password'), 'sandalwood')
  await userEvent.click(form.getByRole('button', { name: 'Cancel this order' }))
  await waitFor(() => expect(cancel).toHaveBeenCalledOnce())
  expect(cancel.mock.calls).toMatchObject([[{ refund: 'provider', password: 'sandalwood' }]])
})

it('names a provider once, and asks nothing of a payment that has nothing left', async () => {
  const { form } = await show([card, card, mpesa], (index) => (index === 2 ? 0 : 470_000))
  await form.findByRole('option', { name: 'Give all of it back by Card' })
  await userEvent.selectOptions(form.getByLabelText('The money'), 'provider')
  expect(form.queryByLabelText('Password')).toBeNull()
})

it('offers no provider where one of them is known to give nothing back now, and says why', async () => {
  const { form } = await show([card, { ...mpesa, unavailable: 'M-Pesa refuses the shop’s operator.' }])
  await form.findByText('M-Pesa refuses the shop’s operator.')
  expect(ways(form)).toEqual(['Keep it for now', 'I have given it back myself'])
})

it('offers no provider for all of the money where a part of it came by none', async () => {
  const { form } = await show([card, null])
  await form.findByText(/^A part of it came by no provider/)
  expect(ways(form)).toEqual(['Keep it for now', 'I have given it back myself'])
})
