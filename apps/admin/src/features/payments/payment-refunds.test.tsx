import { trpc } from '@marashi/api-client/trpc'
import type { RefundList, RefundRecord } from '@marashi/domain/contracts/admin-refunds'
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useEffect } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { FakeAdminApi, type FakeAnswers, refusal } from '../../testing/fake-admin-api.tsx'
import { makePayment } from '../../testing/records.ts'
import { PaymentRefunds } from './payment-refunds.tsx'

afterEach(cleanup)

const payment = makePayment({ amount: 450_000 })
const mpesa: RefundList['provider'] = {
  name: 'M-Pesa',
  takes: 'whole-payment',
  asksForPassword: true,
  unavailable: null,
}
const makeRefund = (change: Partial<RefundRecord> = {}): RefundRecord => ({
  id: '22222222-2222-4222-8222-222222222222',
  paymentId: payment.id,
  status: 'succeeded',
  amount: 100_000,
  amountCents: 100_000,
  reason: 'A bottle was broken',
  restockNote: null,
  requestedBy: 'administrator',
  isManual: false,
  reference: null,
  receipt: null,
  failureCode: null,
  failureReason: null,
  requestedAt: '2026-11-21T06:05:00.000Z',
  sentAt: null,
  succeededAt: null,
  failedAt: null,
  updatedAt: '2026-11-21T06:05:00.000Z',
  ...change,
})

let readAgain: () => Promise<void>
/** Makes `readAgain` read the refunds again, as an event of the shop does. */
function Live() {
  const { refunds } = trpc.useUtils().admin
  useEffect(() => {
    readAgain = () => refunds.invalidate()
  })
  return null
}

async function show(answers: FakeAnswers['admin.refunds']) {
  render(
    <FakeAdminApi answers={{ 'admin.refunds': answers }}>
      <Live />
      <PaymentRefunds payment={payment} />
    </FakeAdminApi>,
  )
  await screen.findByRole('region', { name: 'Refunds' })
}

it('offers what is left, and sends the amount, the reason, the stock note and the password', async () => {
  const request = vi.fn(() => makeRefund({ status: 'sent' }))
  await show({ list: () => ({ refunds: [], left: 450_000, provider: mpesa }), request })
  await userEvent.click(screen.getByRole('button', { name: 'Refund' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByLabelText<HTMLInputElement>('Amount (in cents)').value).toBe('450000')
  expect(dialog.getByText('= Ksh 4,500')).toBeDefined()
  await userEvent.type(dialog.getByLabelText('Reason'), 'Never arrived')
  await userEvent.type(dialog.getByLabelText(/^Stock note/), 'Nothing comes back')
  await userEvent.type(dialog.getByLabelText('Password'), 'sandalwood')
  await userEvent.click(dialog.getByRole('button', { name: 'Refund' }))
  await waitFor(() =>
    expect(request).toHaveBeenCalledExactlyOnceWith({
      id: payment.id,
      requestId: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
      amount: 450_000,
      way: 'provider',
      reason: 'Never arrived',
      restockNote: 'Nothing comes back',
      password: 'sandalwood',
    }),
  )
})

it('says under the amount what the server refuses, and sends the same request again', async () => {
  const ids: unknown[] = []
  const request = (input: { requestId?: string | undefined }) => {
    ids.push(input.requestId)
    throw refusal(409, 'At most Ksh 500 can still go back.', { amount: 'At most Ksh 500 can still go back.' })
  }
  await show({ list: () => ({ refunds: [], left: 450_000, provider: null }), request })
  await userEvent.click(screen.getByRole('button', { name: 'Refund' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.queryByLabelText('Password')).toBeNull()
  await userEvent.type(dialog.getByLabelText('Reason'), 'Too late')
  for (const _ of [1, 2]) await userEvent.click(dialog.getByRole('button', { name: 'Refund' }))
  await waitFor(() => expect(ids).toHaveLength(2))
  expect(new Set(ids).size).toBe(1)
  expect(dialog.getAllByText('At most Ksh 500 can still go back.').length).toBeGreaterThan(0)
})

it('gives back once where the answer was lost, and the list with it, and the form is sent again', async () => {
  const ids: unknown[] = []
  let isOnline = true
  const list = () => {
    if (!isOnline) throw new TypeError('Failed to fetch')
    return { refunds: [], left: 450_000, provider: null }
  }
  const request = ({ requestId }: { requestId?: string | undefined }) => {
    ids.push(requestId)
    isOnline = ids.length > 1
    if (!isOnline) throw new TypeError('Failed to fetch')
    return makeRefund()
  }
  await show({ list, request })
  await userEvent.click(screen.getByRole('button', { name: 'Refund' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.type(dialog.getByLabelText('Reason'), 'Broken')
  await userEvent.click(dialog.getByRole('button', { name: 'Refund' }))
  expect(await dialog.findByText(/The shop did not answer/)).toBeDefined()
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Refunds', hidden: true })).toBeNull())
  expect(dialog.getByLabelText<HTMLInputElement>('Reason').value).toBe('Broken')
  await userEvent.click(dialog.getByRole('button', { name: 'Refund' }))
  await waitFor(() => expect(ids).toHaveLength(2))
  expect(new Set(ids).size).toBe(1)
})

it('gives back once where the form was closed after a lost answer, until the refund stands in the list', async () => {
  const ids: string[] = []
  const request = ({ requestId = '' }: { requestId?: string | undefined }): never => {
    ids.push(requestId)
    throw new TypeError('Failed to fetch')
  }
  const ask = async (refunds: RefundRecord[]) => {
    cleanup()
    await show({ list: () => ({ refunds, left: 350_000, provider: null }), request })
    await userEvent.click(screen.getByRole('button', { name: 'Refund' }))
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.type(dialog.getByLabelText('Reason'), 'Broken')
    await userEvent.click(dialog.getByRole('button', { name: 'Refund' }))
    expect(await dialog.findByText(/The shop did not answer/)).toBeDefined()
  }
  await ask([])
  await ask([])
  await ask([makeRefund({ id: ids[0] ?? '' })])
  expect(ids[1]).toBe(ids[0])
  expect(ids[2]).not.toBe(ids[0])
})

it('tells how every refund stands, and why one failed', async () => {
  const refunds = [
    makeRefund({ id: 'a', status: 'failed', failureReason: 'The card has expired.' }),
    makeRefund({ id: 'b', requestedBy: 'provider', receipt: 'TKR1' }),
    makeRefund({ id: 'c', isManual: true, restockNote: 'Two bottles' }),
  ]
  await show({ list: () => ({ refunds, left: 0, provider: mpesa }) })
  for (const text of ['Failed', 'The card has expired.', 'Receipt TKR1', 'Recorded by hand', 'Stock: Two bottles']) {
    expect(screen.getByText(text)).toBeDefined()
  }
  expect(screen.queryByRole('button', { name: 'Refund' })).toBeNull()
})

it('lets the owner decide a refund that nobody knows the end of', async () => {
  const unknown = makeRefund({ status: 'unknown' })
  const resolve = vi.fn(() => makeRefund())
  await show({ list: () => ({ refunds: [unknown], left: 350_000, provider: mpesa }), resolve })
  await userEvent.click(screen.getByRole('button', { name: 'The statement says what became of it' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.type(dialog.getByLabelText('How you know'), 'Statement of 21 November')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(resolve).toHaveBeenCalledExactlyOnceWith({
      id: unknown.id,
      outcome: 'succeeded',
      reason: 'Statement of 21 November',
    }),
  )
})

it('lets the owner give up a refund that nobody has asked the provider for', async () => {
  const unsent = makeRefund({ status: 'requested' })
  const resolve = vi.fn(() => makeRefund({ status: 'failed' }))
  await show({ list: () => ({ refunds: [unsent], left: 350_000, provider: mpesa }), resolve })
  expect(screen.getByText(/^The provider was not asked for it yet/)).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Give this refund up' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.queryByRole('combobox')).toBeNull()
  await userEvent.type(dialog.getByLabelText('Why'), 'The account at M-Pesa is closed')
  await userEvent.click(dialog.getByRole('button', { name: 'Give up' }))
  await waitFor(() =>
    expect(resolve).toHaveBeenCalledExactlyOnceWith({
      id: unsent.id,
      outcome: 'failed',
      reason: 'The account at M-Pesa is closed',
    }),
  )
})

it('has the payment read again when its refund has succeeded, so that the drawer does not go on calling it completed', async () => {
  const payments = vi.fn(() => ({ payments: [], total: 0, nextCursor: null, limit: 20, offset: 0 }))
  function Payments() {
    trpc.admin.payments.list.useQuery({})
    return null
  }
  render(
    <FakeAdminApi
      answers={{
        'admin.refunds': { list: () => ({ refunds: [makeRefund()], left: 350_000, provider: mpesa }) },
        'admin.payments': { list: payments },
      }}
    >
      <Payments />
      <PaymentRefunds payment={payment} />
    </FakeAdminApi>,
  )
  await waitFor(() => expect(payments).toHaveBeenCalledTimes(2))
})

it('says where M-Pesa is not set up, and records by hand', async () => {
  const unavailable = 'M-Pesa refunds are not set up.'
  await show({ list: () => ({ refunds: [], left: 450_000, provider: { ...mpesa, unavailable } }) })
  await userEvent.click(screen.getByRole('button', { name: 'Refund' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText(unavailable)).toBeDefined()
  expect(dialog.getByLabelText<HTMLSelectElement>('How the money goes back').value).toBe('manual')
})

it('says why the provider gives nothing back, and offers to record what was given back elsewhere', async () => {
  const unavailable = 'The customer’s bank disputes this payment.'
  await show({ list: () => ({ refunds: [], left: 450_000, provider: { ...mpesa, unavailable } }) })
  expect(screen.getByText(unavailable)).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Refund' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'I give it back myself and record it here',
  ])
})

it('records by hand what it shows so, after the provider can be asked no more', async () => {
  let provider: RefundList['provider'] = { ...mpesa, takes: 'any-amount' }
  const request = vi.fn(() => makeRefund({ isManual: true }))
  await show({ list: () => ({ refunds: [], left: 450_000, provider }), request })
  await userEvent.click(screen.getByRole('button', { name: 'Refund' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.type(dialog.getByLabelText('Reason'), 'Never arrived')
  provider = { ...mpesa, unavailable: 'M-Pesa refuses the shop’s operator.' }
  await act(() => readAgain())
  await dialog.findByText('M-Pesa refuses the shop’s operator.')
  await userEvent.type(dialog.getByLabelText(/^Receipt of what you sent/), 'SGR7CZ1AB2')
  await userEvent.click(dialog.getByRole('button', { name: 'Refund' }))
  await waitFor(() => expect(request).toHaveBeenCalledOnce())
  expect(request.mock.calls).toMatchObject([[{ way: 'manual', reference: 'SGR7CZ1AB2' }]])
})
