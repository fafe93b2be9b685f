import { trpc } from '@marashi/api-client/trpc'
import type { RefundList } from '@marashi/domain/contracts/admin-refunds'
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { TRPCClientError } from '@trpc/client'
import { useEffect } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { FakeAdminApi, refusal } from '../../../testing/fake-admin-api.tsx'
import { makeOrder, makePayment } from '../../../testing/records.ts'
import { CancelDialog } from './cancel-dialog.tsx'

afterEach(cleanup)

type Provider = NonNullable<RefundList['provider']>
const card: Provider = { name: 'Card', takes: 'any-amount', asksForPassword: false, unavailable: null }
const mpesa: Provider = { name: 'M-Pesa', takes: 'whole-payment', asksForPassword: true, unavailable: null }

let readAgain: () => Promise<void>
/** Makes `readAgain` read the money again, as an event of the shop does. */
function Live() {
  const { refunds } = trpc.useUtils().admin
  useEffect(() => {
    readAgain = () => refunds.invalidate()
  })
  return null
}

/** The form of an order that was paid by each of `providers` in turn; null is a payment that was entered. */
async function show(
  providers: (Provider | null)[],
  left: (index: number) => number = () => 470_000,
  read: () => Promise<void> = async () => undefined,
) {
  const payments = providers.map((_, index) => makePayment({}, index + 1))
  const cancel = vi.fn(() => ({
    order: { ...makeOrder({ status: 'cancelled' }), totalCents: 470_000, refundedCents: 0 },
    refunds: [],
    problem: null,
  }))
  const list = async ({ id }: { id: string }): Promise<RefundList> => {
    await read()
    const index = payments.findIndex((payment) => payment.id === id)
    return { refunds: [], left: left(index), provider: providers[index] ?? null }
  }
  render(
    <FakeAdminApi answers={{ 'admin.orders': { cancel }, 'admin.refunds': { list } }}>
      <Live />
      <CancelDialog
        order={makeOrder({ paymentState: 'paid' })}
        payments={payments}
        onClose={() => undefined}
        onReload={() => undefined}
      />
    </FakeAdminApi>,
  )
  const form = within(await screen.findByRole('dialog', { name: 'Cancel order MR100001' }))
  return { form, cancel, payments }
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

it('says what it has shown of the money, so that money that came since is not taken for given back', async () => {
  const { form, cancel, payments } = await show([card, null], (index) => 470_000 - index * 10_000)
  await userEvent.selectOptions(await form.findByLabelText('The money'), 'manual')
  await userEvent.type(form.getByLabelText('Reason'), 'Ordered twice')
  await userEvent.click(form.getByRole('button', { name: 'Cancel this order' }))
  await waitFor(() => expect(cancel).toHaveBeenCalledOnce())
  const money = payments.map(({ id }, index) => ({ paymentId: id, left: 470_000 - index * 10_000 }))
  expect(cancel.mock.calls).toMatchObject([[{ refund: 'manual', money }]])
})

it('cancels nothing before the money was read, and reads it again where that has failed', async () => {
  const read = vi.fn(async () => undefined).mockRejectedValueOnce(new TRPCClientError('Failed to fetch'))
  const { form, cancel } = await show([card], undefined, read)
  await form.findByText('The shop has not said what is left of the money. What you typed is kept.')
  await userEvent.type(form.getByLabelText('Reason'), 'Ordered twice')
  await userEvent.click(form.getByRole('button', { name: 'Read the Money Again' }))
  await form.findByRole('button', { name: 'Cancel this order' })
  expect(cancel).not.toHaveBeenCalled()
  expect(form.queryByRole('alert')).toBeNull()
  await userEvent.click(form.getByRole('button', { name: 'Cancel this order' }))
  await waitFor(() => expect(cancel).toHaveBeenCalledOnce())
})

it('keeps the money where it shows so, after the provider that was chosen can be asked no more', async () => {
  const providers = [card]
  const { form, cancel } = await show(providers)
  await form.findByRole('option', { name: 'Give all of it back by Card' })
  const money = form.getByLabelText<HTMLSelectElement>('The money')
  await userEvent.selectOptions(money, 'provider')
  await userEvent.type(form.getByLabelText('Reason'), 'Ordered twice')
  providers[0] = { ...card, unavailable: 'The card has a dispute.' }
  await act(() => readAgain())
  await form.findByText('The card has a dispute.')
  expect(money.selectedOptions[0]?.textContent).toBe('Keep it for now')
  await userEvent.click(form.getByRole('button', { name: 'Cancel this order' }))
  await waitFor(() => expect(cancel).toHaveBeenCalledOnce())
  expect(cancel.mock.calls).toMatchObject([[{ refund: 'none' }]])
})

it.each([false, true])(
  'says why it was refused where it has no field for the password, shown before: %s',
  async (isShownBefore) => {
    const providers = [isShownBefore ? mpesa : card]
    const { form, cancel } = await show(providers)
    await form.findByRole('option', { name: /^Give all of it back/ })
    await userEvent.selectOptions(form.getByLabelText('The money'), 'provider')
    providers[0] = card
    await act(() => readAgain())
    await waitFor(() => expect(form.queryByLabelText('Password')).toBeNull())
    cancel.mockImplementation(() => {
      throw refusal(400, 'Please enter your password.', { password: 'Please enter your password.' })
    })
    await userEvent.type(form.getByLabelText('Reason'), 'Ordered twice')
    await userEvent.click(form.getByRole('button', { name: 'Cancel this order' }))
    expect((await form.findByRole('alert')).textContent).toBe('Please enter your password.')
  },
)
