import { trpc } from '@marashi/api-client/trpc'
import type { AdminOrder, OrderHistory } from '@marashi/domain/contracts/admin-orders'
import type { OrderNote } from '@marashi/domain/contracts/order-notes'
import { dismissErrors, Toaster } from '@marashi/ui/toast'
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useEffect } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FakeAdminApi, type FakeAnswers, refusal } from '../../../testing/fake-admin-api.tsx'
import { makeOrder, makePayment } from '../../../testing/records.ts'
import { OrderSheet } from './order-sheet.tsx'

beforeEach(() => {
  document.head.innerHTML = '<meta name="application-name" content="Marashi">'
})
afterEach(() => {
  cleanup()
  dismissErrors()
})

const withCents = (order: AdminOrder) => ({
  ...order,
  totalCents: order.total * 100,
  refundedCents: order.refundedAmount * 100,
})
const historyOf = (order: AdminOrder, changes: Partial<OrderHistory> = {}): OrderHistory => ({
  order: withCents(order),
  notes: [],
  changes: [],
  pictures: [],
  payments: [],
  events: [],
  messages: [],
  ...changes,
})

type Answers = NonNullable<FakeAnswers['admin.orders']>

const aPhone = { isDemo: true, maxShillings: 250_000, demoPhoneUrl: null, payYourself: null }
let readAgain: () => Promise<void>
/** Makes `readAgain` read the open order again, as an event of the shop does. */
function Live() {
  const { history } = trpc.useUtils().admin.orders
  useEffect(() => {
    readAgain = () => history.invalidate()
  })
  return null
}
const methods = vi.fn(() => ({ offered: ['mpesa' as const], mpesa: aPhone, card: null }))
const startMpesa = vi.fn(() => ({ customerMessage: 'Sent', outcome: 'waiting' as const }))

async function show(changes: Partial<AdminOrder>, history: Partial<OrderHistory> = {}, answers: Answers = {}) {
  const order = makeOrder(changes)
  render(
    <FakeAdminApi
      answers={{
        'admin.orders': { history: () => historyOf(order, history), ...answers },
        'admin.refunds': { list: () => ({ refunds: [], left: 0, provider: null }) },
        payments: { methods, startMpesa },
      }}
    >
      <h1>Order Management</h1>
      <OrderSheet
        id={order.id}
        listed={order}
        neighbours={{ before: undefined, after: undefined }}
        onClose={() => undefined}
      />
      <Live />
      <Toaster />
    </FakeAdminApi>,
  )
  return await screen.findByRole('dialog', { name: 'MR100001' })
}

describe('an open order', () => {
  it('shows the total with two decimals and the day in Nairobi', async () => {
    await show({ total: 15_000 })
    expect(screen.getByText('Ksh 15,000.00')).toBeDefined()
    expect(screen.getByText('Placed Nov 21, 2026 09:05')).toBeDefined()
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
    expect(screen.getAllByText('Refunded')).toHaveLength(2)
    expect(screen.getByText('Nov 22, 2026 09:06')).toBeDefined()
    expect(screen.queryByText('Not paid yet')).toBeNull()
    expect(screen.queryByText('Paid')).toBeNull()
    const chat = screen.getByRole('link', { name: /on WhatsApp/ }).getAttribute('href') as string
    expect(decodeURIComponent(chat)).not.toContain('Ksh')
  })

  it('says how much of a paid order went back', async () => {
    await show({ paymentState: 'paid', paidAt: '2026-11-21T06:06:00.000Z', refundedAmount: 1_200.5 })
    expect(screen.getAllByText('Paid')).toHaveLength(2)
    expect(screen.getByText('Ksh 1,200.50 of it')).toBeDefined()
  })

  it('counts the cash of a delivered order as received, as the takings do, and asks for no more', async () => {
    await show({ status: 'delivered', paymentMethod: 'manual', paymentState: 'on-delivery' })
    expect(screen.getAllByText('Cash received')).toHaveLength(2)
    expect(screen.queryByText('Collect cash')).toBeNull()
    expect(screen.queryByText('Not paid yet')).toBeNull()
    await screen.findByText('Paid to the courier on delivery.')
    expect(screen.queryByText('Nobody has tried to pay yet.')).toBeNull()
    expect(screen.queryByRole('button', { name: /^Send M-Pesa prompt/ })).toBeNull()
  })

  it('has the cash of an order on its way still to be collected', async () => {
    await show({ status: 'shipped', paymentMethod: 'manual', paymentState: 'on-delivery' })
    expect(screen.getByText('Collect cash')).toBeDefined()
    expect(await screen.findByRole('button', { name: /^Send M-Pesa prompt/ })).toBeDefined()
  })

  it('has no cash to collect where a discount took all of its price', async () => {
    const items = makeOrder().items
    await show({ paymentState: 'on-delivery', total: 0, leftToPay: 0, discount: makeOrder().subtotal, items })
    await screen.findByText('Nobody has tried to pay yet.')
    expect(screen.queryByText('Collect cash')).toBeNull()
    expect(screen.getByText('Paid')).toBeDefined()
  })

  it('asks no customer for money who has paid', async () => {
    await show({ status: 'shipped', paymentState: 'paid', paidAt: '2026-11-21T06:06:00.000Z', mpesaStatus: 'paid' })
    const chat = screen.getByRole('link', { name: /on WhatsApp/ }).getAttribute('href') as string
    expect(decodeURIComponent(chat)).not.toContain('Ksh')
  })

  it('asks a customer who has paid a part before for the rest, and calls the order not simply paid', async () => {
    await show({
      status: 'shipped',
      paymentState: 'paid',
      paidAt: '2026-11-21T06:06:00.000Z',
      mpesaStatus: 'paid',
      leftToPay: 2_500,
    })
    expect(screen.getByText('Collect the rest')).toBeDefined()
    expect(screen.getByText('Ksh 2,500')).toBeDefined()
    const chat = screen.getByRole('link', { name: /on WhatsApp/ }).getAttribute('href') as string
    expect(decodeURIComponent(chat)).toContain('The amount to pay is Ksh 2,500.')
  })
})

it('says when the order came to each status, newest first', async () => {
  await show(
    {},
    {
      changes: [
        { status: 'processing', at: '2026-11-21T07:05:00.000Z' },
        { status: 'shipped', at: '2026-11-21T08:05:00.000Z' },
      ],
    },
  )
  const steps = within(await screen.findByRole('region', { name: 'History' })).getAllByRole('listitem')
  expect(steps.map(({ textContent }) => textContent)).toEqual([
    'ShippedNov 21, 2026 11:05',
    'ProcessingNov 21, 2026 10:05',
    'PlacedNov 21, 2026 09:05',
  ])
})

describe('what happened to the payments of an order', () => {
  const at = '2026-11-21T06:06:00.000Z'
  const event = (source: string, toStatus: 'pending' | 'failed' | 'completed', note: string | null = null) => ({
    paymentId: makePayment().id,
    at,
    source,
    fromStatus: 'pending' as const,
    toStatus,
    note,
  })

  it('is told in words, a wrong PIN by its reason and M-Pesa’s sentence as M-Pesa’s', async () => {
    const wrong = 'The initiator information is invalid.'
    await show(
      {},
      {
        payments: [
          { ...makePayment({ status: 'failed', failureReason: 'Wrong PIN' }), amountCents: 1, refundedCents: 0 },
        ],
        events: [
          event('shopper', 'pending'),
          event('callback', 'failed', wrong),
          { ...event('callback', 'failed', 'flagged: late'), fromStatus: 'failed' },
        ],
      },
    )
    const entries = within((await screen.findByText('What happened')).closest('section') as HTMLElement)
    expect(entries.getByText('from the customer')).toBeDefined()
    expect(entries.getAllByText('from an M-Pesa message')).toHaveLength(2)
    expect(entries.getByText('Wrong PIN')).toBeDefined()
    expect(entries.queryByText(wrong)).toBeNull()
    expect(entries.getByText(`In the gateway’s own words: ${wrong}`)).toBeDefined()
    expect(entries.getByText('Flagged: Money came after the attempt had failed or was cancelled')).toBeDefined()
  })

  it.each([
    ['settled', 'Booked'],
    ['refused: receipt-used', 'Not booked: A message named a receipt that another payment has'],
    ['unmatched: of another type: Reversal', 'No order found: of another type: Reversal'],
    ['receipt open: status Pending', 'The typed receipt is not decided yet: status Pending'],
    ['Only a test', 'Only a test'],
  ])('and so is what became of a message: %s', async (outcome, words) => {
    const message = { id: makePayment().id, paymentId: null, gateway: 'mpesa' as const, body: null, receivedAt: at }
    await show({}, { messages: [{ ...message, processedAt: at, outcome }] })
    expect(await screen.findByText(words)).toBeDefined()
  })
})

describe('the notes of an order', () => {
  it('say who wrote them and why it was cancelled, and take another', async () => {
    const notes: OrderHistory['notes'] = []
    const addNote = vi.fn(({ text }: { text: string }) => {
      const note = {
        id: 2,
        kind: 'note' as const,
        text,
        writtenBy: 'administrator',
        writtenAt: '2026-11-21T07:05:00.000Z',
      }
      notes.unshift(note)
      return note
    })
    notes.push({
      id: 1,
      kind: 'cancellation',
      text: 'Sold out',
      writtenBy: 'administrator',
      writtenAt: '2026-11-21T06:05:00.000Z',
    })
    await show({}, { notes }, { addNote })
    await screen.findByText('Cancelled: Sold out')
    const notesShown = within(screen.getByRole('region', { name: 'Notes' }))
    expect(notesShown.getByRole('listitem').textContent).toBe('Cancelled: Sold outNov 21, 2026 09:05 · Administrator')
    await userEvent.type(screen.getByLabelText('Add a note'), 'Gate code 12{Enter}')
    await screen.findByText('Gate code 12', { selector: 'li p' })
    expect(addNote).toHaveBeenCalledWith({ id: makeOrder().id, text: 'Gate code 12' })
  })
})

it('keeps a note that was typed where the order is closed before it was saved', async () => {
  const field = () => screen.findByLabelText<HTMLInputElement>('Add a note')
  const addNote = () => ({
    id: 2,
    kind: 'note' as const,
    text: 'Gate code 12',
    writtenBy: 'administrator',
    writtenAt: '2026-11-21T07:05:00.000Z',
  })
  await show({}, {}, { addNote })
  await userEvent.type(await field(), 'Gate code 12')
  cleanup()
  await show({}, {}, { addNote })
  expect((await field()).value).toBe('Gate code 12')
  await userEvent.type(await field(), '{Enter}')
  await screen.findByText('Note added')
  cleanup()
  await show({})
  expect((await field()).value).toBe('')
})

it('keeps a note that is begun while the one before it is saved', async () => {
  const answer = Promise.withResolvers<OrderNote>()
  await show({}, {}, { addNote: () => answer.promise })
  const field = await screen.findByLabelText<HTMLInputElement>('Add a note')
  await userEvent.type(field, 'Gate code 12{Enter}')
  await screen.findByRole('button', { name: 'Saving...' })
  await userEvent.clear(field)
  await userEvent.type(field, 'Call before')
  answer.resolve({
    id: 2,
    kind: 'note',
    text: 'Gate code 12',
    writtenBy: 'administrator',
    writtenAt: '2026-11-21T07:05:00.000Z',
  })
  await screen.findByText('Note added')
  expect(field.value).toBe('Call before')
  cleanup()
  await show({})
  expect((await screen.findByLabelText<HTMLInputElement>('Add a note')).value).toBe('Call before')
})

describe('cancelling an order', () => {
  const cancelled = (order: AdminOrder) => ({
    order: { ...withCents(order), status: 'cancelled' as const },
    refunds: [],
    problem: null,
  })

  it('asks for a reason, and for nothing about money that never came', async () => {
    const cancel = vi.fn(() => cancelled(makeOrder()))
    await show({}, {}, { cancel })
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel order MR100001' }))
    const form = within(await screen.findByRole('dialog', { name: 'Cancel order MR100001' }))
    await userEvent.click(form.getByRole('button', { name: 'Cancel this order' }))
    await form.findByText('Please give a reason')
    expect(form.queryByLabelText('The money')).toBeNull()
    await userEvent.type(form.getByLabelText('Reason'), 'Sold out')
    await userEvent.click(form.getByRole('button', { name: 'Cancel this order' }))
    await waitFor(() => expect(cancel).toHaveBeenCalledTimes(1))
    expect(cancel.mock.calls).toMatchObject([
      [{ reason: 'Sold out', restock: true, refund: 'none', updatedAt: makeOrder().updatedAt }],
    ])
  })

  it('says that no money went back, and nothing of success in its place', async () => {
    const problem = 'M-Pesa is busy. Try again shortly.'
    await show({}, {}, { cancel: () => ({ ...cancelled(makeOrder()), problem }) })
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel order MR100001' }))
    const form = within(await screen.findByRole('dialog', { name: 'Cancel order MR100001' }))
    await userEvent.type(form.getByLabelText('Reason'), 'Sold out')
    await userEvent.click(form.getByRole('button', { name: 'Cancel this order' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Cancel order MR100001' })).toBeNull())
    expect(screen.getByText(`The order is cancelled, but its money was not given back. ${problem}`)).toBeDefined()
    expect(screen.queryByText('Order MR100001 is now Cancelled')).toBeNull()
  })

  it('cancels no order that was paid while the reason was typed, and asks what becomes of the money', async () => {
    const paidAt = '2026-11-21T07:00:00.000Z'
    const opened = makeOrder()
    let history = historyOf(opened)
    const cancel = vi.fn(({ updatedAt }: { updatedAt?: string | undefined }) => {
      if (updatedAt === paidAt) return cancelled(opened)
      throw refusal(409, 'Somebody has saved this order since you opened it.', {}, 'STALE')
    })
    await show({}, {}, { history: () => history, cancel })
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel order MR100001' }))
    const form = within(await screen.findByRole('dialog', { name: 'Cancel order MR100001' }))
    await userEvent.type(form.getByLabelText('Reason'), 'Not paid')
    const payment = { ...makePayment({ status: 'completed' }), amountCents: 470_000, refundedCents: 0 }
    history = historyOf(makeOrder({ updatedAt: paidAt, paidAt, paymentState: 'paid' }), { payments: [payment] })
    await act(() => readAgain())
    await screen.findAllByText('Paid')
    expect(form.queryByLabelText('The money')).toBeNull()
    await userEvent.click(form.getByRole('button', { name: 'Cancel this order' }))
    await userEvent.click(await form.findByRole('button', { name: 'Load newest version' }))
    expect(await form.findByLabelText('The money')).toBeDefined()
    expect(cancel.mock.calls).toMatchObject([[{ updatedAt: opened.updatedAt }]])
    expect(form.queryByRole('alert')).toBeNull()
    expect(form.getByLabelText<HTMLInputElement>('Reason').value).toBe('Not paid')
    await userEvent.click(form.getByRole('button', { name: 'Cancel this order' }))
    await waitFor(() => expect(cancel.mock.calls).toMatchObject([[{}], [{ updatedAt: paidAt, reason: 'Not paid' }]]))
  })

  it('keeps the form open with the reason of a refusal', async () => {
    await show(
      {},
      { payments: [{ ...makePayment({ status: 'failed' }), amountCents: 450_000, refundedCents: 0 }] },
      {
        cancel: () => {
          throw refusal(409, 'This order is cancelled already.')
        },
      },
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel order MR100001' }))
    const form = within(await screen.findByRole('dialog', { name: 'Cancel order MR100001' }))
    await userEvent.type(form.getByLabelText('Reason'), 'Sold out')
    await userEvent.click(form.getByRole('button', { name: 'Cancel this order' }))
    expect((await form.findByRole('alert')).textContent).toBe('This order is cancelled already.')
  })
})

it('deletes no order that was paid while its question was open, and says at the next press that it is paid', async () => {
  const paidAt = '2026-11-21T07:00:00.000Z'
  const opened = makeOrder()
  let order = opened
  const remove = vi.fn((_: { id: string; updatedAt?: string | undefined }): never => {
    throw refusal(409, 'Somebody has saved this order.', {}, 'STALE')
  })
  const history = vi.fn(() => historyOf(order))
  await show({}, {}, { history, remove })
  const ask = async () => userEvent.click(await screen.findByRole('button', { name: 'Delete order MR100001' }))
  const question = () => screen.findByRole('alertdialog', { name: 'Delete order MR100001?' })
  await ask()
  expect((await question()).textContent).not.toContain('It is paid')
  order = makeOrder({ updatedAt: paidAt, paidAt, paymentState: 'paid' })
  await act(() => readAgain())
  await screen.findAllByText('Paid')
  const read = history.mock.calls.length
  await userEvent.click(within(await question()).getByRole('button', { name: 'Delete' }))
  await screen.findByText('Somebody has saved this order.')
  expect(remove.mock.calls).toEqual([[{ id: opened.id, updatedAt: opened.updatedAt }]])
  expect(history.mock.calls.length).toBeGreaterThan(read)
  await ask()
  expect((await question()).textContent).toContain('It is paid')
})

describe('asking for the money', () => {
  it('sends a prompt to the phone that pays, and offers the link of the order', async () => {
    await show({})
    const phone = await screen.findByLabelText('Phone that pays')
    await userEvent.clear(phone)
    await userEvent.type(phone, '0722000111')
    await userEvent.click(screen.getByRole('button', { name: 'Send M-Pesa prompt for Ksh 4,700' }))
    await waitFor(() => expect(startMpesa).toHaveBeenCalledWith({ orderId: makeOrder().id, phone: '0722000111' }))
    await screen.findByText('The prompt for order MR100001 is on its way to 0722000111')
    expect(screen.getByRole('button', { name: 'Copy the link to pay of order MR100001' })).toBeDefined()
  })

  it('names the phone that was asked, whatever was typed since', async () => {
    const { promise, resolve } = Promise.withResolvers<ReturnType<typeof startMpesa>>()
    startMpesa.mockReturnValueOnce(promise as never)
    await show({})
    await userEvent.click(await screen.findByRole('button', { name: 'Send M-Pesa prompt for Ksh 4,700' }))
    const phone = screen.getByLabelText('Phone that pays')
    await userEvent.clear(phone)
    await userEvent.type(phone, '0722000111')
    resolve({ customerMessage: 'Sent', outcome: 'waiting' })
    await screen.findByText('The prompt for order MR100001 is on its way to 0712345678')
  })

  it('says that it does not know whether M-Pesa can be asked, and asks again', async () => {
    methods.mockImplementationOnce(() => {
      throw refusal(500, 'Something went wrong on our side')
    })
    await show({})
    await screen.findByText('Whether M-Pesa can send a prompt could not be loaded.')
    expect(screen.getByRole('button', { name: 'Copy the link to pay of order MR100001' })).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    await screen.findByRole('button', { name: 'Send M-Pesa prompt for Ksh 4,700' })
  })

  it('asks nobody whose typed receipt is not decided', async () => {
    await show({ hasOpenClaim: true })
    await screen.findByText('Nobody has tried to pay yet.')
    expect(screen.queryByLabelText('Phone that pays')).toBeNull()
  })

  it('asks nobody who has paid', async () => {
    await show({ paymentState: 'paid', paidAt: '2026-11-21T06:06:00.000Z' })
    await screen.findByText('Nobody has tried to pay yet.')
    expect(screen.queryByLabelText('Phone that pays')).toBeNull()
  })
})

it('is deleted in the version that its new status has made, before it has been read again', async () => {
  const after = makeOrder({ status: 'delivered', updatedAt: '2026-11-21T07:00:00.000Z' })
  const history = vi.fn(() => historyOf(makeOrder()))
  const remove = vi.fn((_: { id: string; updatedAt?: string | undefined }) => undefined as never)
  await show({}, {}, { history, remove, setStatus: () => after })
  await waitFor(() => expect(history).toHaveBeenCalled())
  await screen.findByRole('heading', { name: 'History' })
  history.mockImplementation(() => new Promise<never>(() => undefined) as never)
  await userEvent.selectOptions(screen.getByLabelText('Status of order MR100001'), 'Delivered')
  await screen.findByText('Order MR100001 is now Delivered')
  await userEvent.click(screen.getByRole('button', { name: 'Delete order MR100001' }))
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(remove.mock.calls).toEqual([[{ id: after.id, updatedAt: after.updatedAt }]]))
})
