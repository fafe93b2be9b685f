import type { PaymentFlag } from '@marashi/domain/contracts/admin-payments'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { FakeAdminApi } from '../../testing/fake-admin-api.tsx'
import { makePayment } from '../../testing/records.ts'
import { PaymentFlags } from './payment-flags.tsx'

afterEach(cleanup)

const flag = (changes: Partial<PaymentFlag>): PaymentFlag => ({
  id: '1',
  what: 'disputed',
  details: {},
  source: 'webhook',
  note: null,
  raisedAt: '2026-11-21T06:05:00.000Z',
  resolvedAt: null,
  resolvedBy: null,
  resolution: null,
  ...changes,
})

const flags = [
  flag({
    id: '2',
    what: 'amount-mismatch',
    source: 'callback',
    details: { askedShillings: 4_500, amountShillings: 45 },
  }),
  flag({ id: '1', note: 'the customer’s bank disputes the charge' }),
]

function show(resolveFlag = vi.fn(() => makePayment())) {
  render(
    <FakeAdminApi answers={{ 'admin.payments': { resolveFlag } }}>
      <PaymentFlags payment={makePayment({ attention: 'amount-mismatch', flags })} />
    </FakeAdminApi>,
  )
  return resolveFlag
}

it('shows every open flag with what was reported', async () => {
  show()
  expect(await screen.findByText('The amount is not what was asked for, booked or owed')).toBeDefined()
  expect(screen.getByText('Ksh 45')).toBeDefined()
  expect(screen.getByText('Ksh 4,500')).toBeDefined()
  expect(screen.getByText('The customer disputes the payment')).toBeDefined()
  expect(screen.getByText('the customer’s bank disputes the charge')).toBeDefined()
})

it('says of a dispute why it is, how it stands, and until when to answer', async () => {
  const details = {
    disputeId: 'dp_1',
    status: 'needs_response',
    reason: 'product_not_received',
    amountShillings: 4_700,
    answerBy: '2026-11-30T11:00:00.000Z',
    money: 'withdrawn',
  }
  render(
    <FakeAdminApi answers={{}}>
      <PaymentFlags payment={makePayment({ attention: 'disputed', flags: [flag({ details })] })} />
    </FakeAdminApi>,
  )
  expect((await screen.findByText('Answer by')).nextElementSibling?.textContent).toBe('Nov 30, 2026 14:00')
  expect(screen.getByText('product not received')).toBeDefined()
  expect(screen.getByText('needs your answer')).toBeDefined()
  expect(screen.getByText('taken by the bank')).toBeDefined()
})

it('resolves one flag with what the owner did, and asks for it', async () => {
  const resolveFlag = show()
  const form = within(await screen.findByRole('form', { name: 'Resolve: The customer disputes the payment' }))
  await userEvent.click(form.getByRole('button', { name: 'Resolve' }))
  expect(form.getByText('Please say what you did')).toBeDefined()
  expect(resolveFlag).not.toHaveBeenCalled()
  await userEvent.type(form.getByLabelText('What did you do about it?'), 'Sent the bank the receipt')
  await userEvent.click(form.getByRole('button', { name: 'Resolve' }))
  await waitFor(() => expect(resolveFlag).toHaveBeenCalledOnce())
  expect(resolveFlag).toHaveBeenCalledWith({
    id: makePayment().id,
    flagId: '1',
    resolution: 'Sent the bank the receipt',
  })
})

it('keeps what was typed of a flag where its payment is closed before it was sent', async () => {
  const field = async () => {
    const form = within(await screen.findByRole('form', { name: 'Resolve: The customer disputes the payment' }))
    return form.getByLabelText<HTMLTextAreaElement>('What did you do about it?')
  }
  const resolveFlag = show()
  await userEvent.type(await field(), 'Sent the bank the receipt')
  cleanup()
  show(resolveFlag)
  expect((await field()).value).toBe('Sent the bank the receipt')
  await userEvent.click(
    within(screen.getByRole('form', { name: 'Resolve: The customer disputes the payment' })).getByRole('button'),
  )
  await waitFor(() => expect(resolveFlag).toHaveBeenCalledOnce())
  cleanup()
  show()
  expect((await field()).value).toBe('')
})
