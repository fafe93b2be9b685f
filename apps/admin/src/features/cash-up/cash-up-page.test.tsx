import type { CashUp } from '@marashi/domain/contracts/admin-cash-up'
import type { GatewayTransaction } from '@marashi/domain/contracts/admin-transactions'
import { nairobiDay } from '@marashi/domain/rules/nairobi-time'
import { Toaster } from '@marashi/ui/toast'
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { makeCashUp, makeClaim, makeMethod, makeTransaction } from '../../testing/cash-up-records.ts'
import { FakeAdminApi, type FakeAnswers, refusal } from '../../testing/fake-admin-api.tsx'
import { makeOrder } from '../../testing/records.ts'
import { CashUpPage } from './cash-up-page.tsx'

const order = { orderId: 'o45', orderNumber: 'MR100045' }
const jane = makeTransaction({
  suggestions: [
    {
      ...order,
      customerName: 'Jane Wanjiru',
      amount: 560_000,
      reasons: ['same-amount', 'same-phone', 'soon-after'],
      minutesAfter: 6,
    },
  ],
})
const ours: CashUp['oursNotTheirs']['lines'][number] = {
  paymentId: 'p34',
  refundId: null,
  method: 'mpesa',
  orderId: 'o34',
  orderNumber: 'MR100034',
  customerName: 'Moses Kiptoo',
  amount: 320_000,
  receipt: null,
  at: '2026-11-21T13:20:00.000Z',
  isManual: true,
}
const theirs: CashUp['theirsNotOurs']['lines'][number] = {
  transactionId: jane.id,
  method: 'mpesa',
  kind: 'payment',
  reference: jane.reference,
  relatedReference: null,
  amount: jane.amount,
  occurredAt: jane.occurredAt,
  description: null,
  account: jane.account,
  payerName: jane.payerName,
  payment: null,
}
const different = makeCashUp({
  methods: [
    makeMethod({ expected: 5_215_000, arrived: 5_455_000, difference: 240_000 }),
    makeMethod({ method: 'stripe', expected: 1_280_000, arrived: 1_280_000, source: 'balance' }),
    makeMethod({
      method: 'on-delivery',
      expected: 350_000,
      arrived: null,
      difference: null,
      checkedAt: null,
      source: null,
    }),
  ],
  theirsNotOurs: { lines: [theirs], total: 1, sum: 560_000 },
  oursNotTheirs: { lines: [ours], total: 1, sum: 320_000 },
})

type Changes = { [Router in keyof FakeAnswers]?: FakeAnswers[Router] } & {
  day?: string
  cashUp?: CashUp
  transactions?: Partial<Record<'unmatched' | 'matched' | 'dismissed', GatewayTransaction[]>>
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-22T06:00:00Z') })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

/** The page as its address changes: it stays, and its day is another. */
function Days({ first }: { first: string }) {
  const [day, setDay] = useState(first)
  turnTo = setDay
  return <CashUpPage day={day} />
}
let turnTo: (day: string) => void

async function show({ day = '2026-11-21', cashUp = different, transactions = {}, ...answers }: Changes = {}) {
  const listed = { unmatched: [], matched: [], dismissed: [], ...transactions }
  render(
    <FakeAdminApi
      answers={{
        'admin.receiptClaims': { list: () => ({ claims: [], total: 0, nextCursor: null }) },
        ...answers,
        'admin.cashUp': { day: () => cashUp, ...answers['admin.cashUp'] },
        'admin.transactions': {
          list: ({ state = 'unmatched', settledOn, createdFrom = '', createdTo = '9', limit = 50 }) => {
            const isAsked = ({ events, occurredAt }: GatewayTransaction) =>
              occurredAt >= createdFrom &&
              occurredAt < createdTo &&
              (settledOn === undefined ||
                events.some(({ by, at }) => by === 'administrator' && nairobiDay(at) === settledOn))
            const found = listed[state].filter(isAsked)
            return { transactions: found.slice(0, limit), total: found.length, nextCursor: null }
          },
          ...answers['admin.transactions'],
        },
      }}
    >
      <Days first={day} />
      <Toaster />
    </FakeAdminApi>,
  )
  await screen.findByRole('table')
  return listed
}

it('compares what the orders say with what arrived, with sign and word', async () => {
  await show()
  const rows = screen.getAllByRole('row').map(({ textContent }) => textContent)
  expect(rows).toEqual([
    'KshOrdersArrivedDifference',
    'M-Pesa52,15054,550+2,400 too much',
    'Card12,80012,800Equal',
    'On delivery3,5003,500By hand',
    'Day68,45070,850+2,400 too much',
  ])
  expect(screen.getByText(/M-Pesa: statement read at Nov 21, 2026 19:40\./)).toBeDefined()
  expect(screen.getByText(/2 lines explain the difference: \+5,600 and −3,200\./)).toBeDefined()
})

it('calls nothing equal that no list was read for, and takes what went back from both sides', async () => {
  await show({
    cashUp: makeCashUp({
      methods: [
        makeMethod({ expected: 500_000, refunded: 100_000, arrived: 500_000, returned: 100_000, notSales: 0 }),
        makeMethod({
          method: 'stripe',
          expected: 90_050,
          arrived: null,
          difference: null,
          checkedAt: null,
          source: null,
        }),
      ],
    }),
  })
  const rows = screen.getAllByRole('row').map(({ textContent }) => textContent)
  expect(rows.slice(1)).toEqual(['M-Pesa4,0004,000Equal', 'Card900.50–Not checked', 'Day4,900.50–Not checked'])
  expect(screen.getByText(/Card: not checked yet\./)).toBeDefined()
})

it('lets a gateway that the shop does not use keep no day from being equal, and knows nothing of a day without lists', async () => {
  const unset = { expected: 0, arrived: null, difference: null, checkedAt: null, source: null, canAsk: false }
  const cash = makeMethod({ ...unset, method: 'on-delivery', expected: 350_000 })
  const card = makeMethod({ ...unset, method: 'stripe' })
  const lastRow = () => screen.getAllByRole('row').at(-1)?.textContent
  await show({ cashUp: makeCashUp({ methods: [makeMethod({ expected: 100, arrived: 100 }), card, cash] }) })
  expect(lastRow()).toBe('Day3,5013,501Equal')
  expect(screen.getByText(/Card: not checked yet, it cannot be asked now\./)).toBeDefined()
  cleanup()
  await show({ cashUp: makeCashUp({ methods: [makeMethod({ ...unset, expected: 0 }), card, cash] }) })
  expect(lastRow()).toBe('Day3,500–Not checked')
})

it('says what of the orders came at times that no list covers', async () => {
  const part = makeMethod({ expected: 500_000, unchecked: 220_000, arrived: 280_000, isWholeDay: false })
  await show({ cashUp: makeCashUp({ methods: [part] }) })
  expect(screen.getAllByRole('row')[1]?.textContent).toBe('M-Pesa2,8002,800Equal')
  expect(screen.getByText(/not yet the whole day: Ksh 2,200 of the orders is not compared yet\./)).toBeDefined()
})

it('moves between days up to today', async () => {
  await show()
  expect(screen.getByRole('link', { name: 'The day before' }).getAttribute('href')).toBe('/cash-up?day=2026-11-20')
  expect(screen.getByRole('link', { name: 'The day after' }).getAttribute('href')).toBe('/cash-up?day=2026-11-22')
  expect(screen.getByRole('button', { name: 'Saturday 21 November. Choose another day' })).toBeDefined()
  cleanup()
  await show({ day: '2027-01-01', cashUp: makeCashUp({ day: '2026-11-22' }) })
  expect(screen.getByRole('button', { name: 'Sunday 22 November. Choose another day' })).toBeDefined()
  expect(screen.getByRole('button', { name: 'The day after' }).getAttribute('aria-disabled')).toBe('true')
  expect(screen.getByText('The day can be closed when it is over.')).toBeDefined()
})

it('assigns money to the suggested order with one tap, and takes it back by Undo', async () => {
  const assign = vi.fn(() => {
    listed.matched.push({ ...jane, payment: { id: 'p', ...order } })
    listed.unmatched.length = 0
    return jane
  })
  const unassign = vi.fn(() => jane)
  const listed = await show({
    transactions: { unmatched: [jane], matched: [] },
    'admin.transactions': { assign, unassign },
  })
  const card = within(await screen.findByRole('article', { name: 'Ksh 5,600' }))
  expect(card.getByText('JANE W NJOROGE · 0722 ... 118')).toBeDefined()
  expect(card.getByText(/account “perfume”/)).toBeDefined()
  expect(card.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Same amount',
    'Same phone',
    '6 min after the order',
  ])
  await userEvent.click(card.getByRole('button', { name: 'Assign to MR100045: Ksh 5,600, SKJ8M2V4L1' }))
  expect(await screen.findByText('Ksh 5,600 assigned to MR100045')).toBeDefined()
  expect(assign).toHaveBeenCalledWith({ id: jane.id, orderId: 'o45' })
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(unassign).toHaveBeenCalledWith({ id: jane.id, orderId: 'o45' }))
})

const chooseDay = 'Saturday 21 November. Choose another day'

it('opens the browser’s calendar by the day', async () => {
  const showPicker = vi.spyOn(HTMLInputElement.prototype, 'showPicker')
  onTestFinished(() => showPicker.mockRestore())
  await show()
  await userEvent.click(screen.getByRole('button', { name: chooseDay }))
  expect(showPicker).toHaveBeenCalledOnce()
})

it('is the field of the day itself in Safari, which opens the calendar for no page, whatever it promises', async () => {
  Object.assign(window, { GestureEvent: Event })
  onTestFinished(() => void Reflect.deleteProperty(window, 'GestureEvent'))
  await show()
  expect(screen.queryByRole('button', { name: chooseDay })).toBeNull()
  const field = screen.getByLabelText<HTMLInputElement>(chooseDay)
  expect(field).toMatchObject({ type: 'date', value: '2026-11-21', tabIndex: 0 })
})

it('says why money could not be assigned, and leaves it where it was', async () => {
  const assign = () => {
    throw refusal(409, 'Somebody else has assigned it.')
  }
  await show({ transactions: { unmatched: [jane] }, 'admin.transactions': { assign } })
  await userEvent.click(await screen.findByRole('button', { name: /^Assign to MR100045/ }))
  expect(await screen.findByText('Somebody else has assigned it.')).toBeDefined()
  expect(screen.getByRole('article', { name: 'Ksh 5,600' })).toBeDefined()
})

it('finds another order for it', async () => {
  const assign = vi.fn(() => jane)
  const list = vi.fn(({ search }: { search?: string | null | undefined }) => {
    const orders = search ? [makeOrder({ customerName: 'Otieno' }, 7)] : []
    return { orders, total: orders.length, counts: {} } as never
  })
  await show({ transactions: { unmatched: [jane] }, 'admin.transactions': { assign }, 'admin.orders': { list } })
  await userEvent.click(await screen.findByRole('button', { name: /^Another order/ }))
  const dialog = within(screen.getByRole('dialog', { name: 'Which order is Ksh 5,600 for?' }))
  expect(await dialog.findByText('No order found.')).toBeDefined()
  await userEvent.type(dialog.getByRole('searchbox'), 'otieno')
  await userEvent.click(await dialog.findByRole('button', { name: 'Assign to MR100007, Otieno' }))
  await waitFor(() => expect(assign).toHaveBeenCalledWith({ id: jane.id, orderId: makeOrder({}, 7).id }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('marks money as not a sale only with a reason', async () => {
  const dismiss = vi.fn(() => jane)
  await show({ transactions: { unmatched: [jane] }, 'admin.transactions': { dismiss } })
  await userEvent.click(await screen.findByRole('button', { name: /^Not a sale/ }))
  const dialog = within(screen.getByRole('dialog', { name: 'Not a sale?' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Not a sale' }))
  expect(await dialog.findByText('Please give a reason')).toBeDefined()
  await userEvent.type(dialog.getByLabelText('Reason'), 'My own transfer')
  await userEvent.click(dialog.getByRole('button', { name: 'Not a sale' }))
  await waitFor(() => expect(dismiss).toHaveBeenCalledWith({ id: jane.id, reason: 'My own transfer' }))
})

it('does not overlook money of other days', async () => {
  const old = makeTransaction({ occurredAt: '2026-11-18T08:00:00.000Z', amount: 99_950 }, 2)
  await show({ transactions: { unmatched: [old] } })
  expect(await screen.findByText('1 more from other days')).toBeDefined()
  expect(screen.getByText('Nov 18, 2026 11:00')).toBeDefined()
  expect(screen.getByRole('article', { name: 'Ksh 999.50' })).toBeDefined()
})

it('shows the money of its day, however much came since, and where that of other days is', async () => {
  const since = Array.from({ length: 101 }, (_, nth) =>
    makeTransaction({ occurredAt: '2026-11-22T05:00:00.000Z', amount: 100 + nth }, nth + 2),
  )
  await show({ transactions: { unmatched: [...since, jane] } })
  expect(await screen.findByRole('article', { name: 'Ksh 5,600' })).toBeDefined()
  expect(screen.getByText('101 more from other days')).toBeDefined()
  expect(screen.getByText('and 1 older one, on the page of its day')).toBeDefined()
  cleanup()
  await show({ cashUp: makeCashUp({ day: '2026-11-22' }), transactions: { unmatched: [...since, jane] } })
  expect(await screen.findByText('and 1 older one')).toBeDefined()
  expect(screen.getByText('1 more from other days')).toBeDefined()
  expect(screen.queryByRole('article', { name: 'Ksh 5,600' })).toBeNull()
})

it('leads from what did not arrive to its order and its payment', async () => {
  await show()
  const card = within(screen.getByRole('article', { name: 'Ksh 3,200' }))
  expect(card.getByText('Entered by hand, without a receipt')).toBeDefined()
  expect(card.getByRole('link', { name: 'MR100034' }).getAttribute('href')).toBe('/orders?order=o34')
  expect(card.getByRole('link', { name: 'Open the payment of MR100034' }).getAttribute('href')).toBe(
    '/payments?search=MR100034',
  )
})

it('shows typed receipts that wait, and refuses one with a reason for the shopper', async () => {
  const refuse = vi.fn(() => makeClaim({ state: 'refused' }))
  await show({ 'admin.receiptClaims': { list: () => ({ claims: [makeClaim()], total: 1, nextCursor: null }), refuse } })
  expect(await screen.findByText('M-Pesa could not be asked: compare it with the statement')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Refuse TKJ7RT61S1' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Refuse this receipt?' }))
  await userEvent.type(dialog.getByLabelText('Reason'), 'Not on the statement')
  await userEvent.click(dialog.getByRole('button', { name: 'Refuse' }))
  await waitFor(() => expect(refuse).toHaveBeenCalledWith({ id: makeClaim().id, reason: 'Not on the statement' }))
})

it('says why money that came before its order waits for the owner', async () => {
  const minutesAfter = -3 * 24 * 60
  const claim = makeClaim({ leftBecause: 'before-order', minutesAfter })
  const fits = { ...order, customerName: 'Jane Wanjiru', amount: 560_000, reasons: ['same-amount' as const] }
  await show({
    'admin.receiptClaims': { list: () => ({ claims: [claim], total: 1, nextCursor: null }) },
    transactions: { unmatched: [makeTransaction({ suggestions: [{ ...fits, minutesAfter }] })] },
  })
  expect(await screen.findByText(/^Its money came 3 days before the order was placed/)).toBeDefined()
  expect(await screen.findByText(/^It came 3 days before the order was placed/)).toBeDefined()
  expect(screen.getByRole('button', { name: /^Assign to MR100045/ })).toBeDefined()
})

it('says of money that went back that it did, offers it to no order first, and why its typed receipt waits', async () => {
  const claim = makeClaim({ leftBecause: 'sent-back' })
  await show({
    'admin.receiptClaims': { list: () => ({ claims: [claim], total: 1, nextCursor: null }) },
    transactions: { unmatched: [makeTransaction({ isSentBack: true, suggestions: jane.suggestions })] },
  })
  expect(await screen.findByText(/^The list says that this money was sent back/)).toBeDefined()
  expect(await screen.findByText(/^M-Pesa’s list says that its money was sent back/)).toBeDefined()
  expect(screen.getByRole('button', { name: /^Assign to MR100045/ }).className).not.toMatch(/primary/)
})

it('leads to the receipts that wait longest, however many were typed since', async () => {
  const [newer, older] = [makeClaim({ id: 'c2', receipt: 'TKNEWER1' }), makeClaim({ id: 'c1', receipt: 'TKOLDER1' })]
  const list = ({ cursor }: { cursor?: string | undefined }) =>
    cursor === 'c2'
      ? { claims: [older], total: 101, nextCursor: null }
      : { claims: [newer], total: 101, nextCursor: 'c2' }
  await show({ 'admin.receiptClaims': { list } })
  expect(await screen.findByRole('button', { name: 'Refuse TKNEWER1' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Refuse TKOLDER1' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Show older ones' }))
  expect(await screen.findByRole('button', { name: 'Refuse TKOLDER1' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Show older ones' })).toBeNull()
})

it('leads from a typed receipt to every other order that it was typed for', async () => {
  const claim = makeClaim({ alsoTypedFor: [{ orderId: 'o45', orderNumber: 'MR100045' }] })
  await show({ 'admin.receiptClaims': { list: () => ({ claims: [claim], total: 1, nextCursor: null }) } })
  const words = await screen.findByText(/^The same code was typed for other orders too/)
  const link = within(words).getByRole('link', { name: 'MR100045' })
  expect(link.getAttribute('href')).toBe('/orders?order=o45')
})

it('lists what the owner settled today, each with the way back', async () => {
  const decided = (what: 'assigned' | 'dismissed', at: string, note: string | null) => ({
    events: [
      { at: '2026-11-22T05:59:00.000Z', by: 'shop' as const, what: 'reported' as const, note: 'statement' },
      { at, by: 'administrator' as const, what, note },
    ],
  })
  const restore = vi.fn(() => jane)
  const payment = { id: 'p', orderId: 'o47', orderNumber: 'MR100047' }
  await show({
    transactions: {
      matched: [
        makeTransaction({ amount: 940_000, payment, ...decided('assigned', '2026-11-22T05:31:00.000Z', null) }, 1),
        makeTransaction({ payment, ...decided('assigned', '2026-11-21T05:31:00.000Z', null) }, 2),
        makeTransaction({ payment }, 3),
      ],
      dismissed: [makeTransaction({ amount: 1_000, ...decided('dismissed', '2026-11-22T05:00:00.000Z', 'A test') }, 4)],
    },
    'admin.transactions': { restore },
  })
  const list = within(await screen.findByRole('list', { name: 'Settled today' }))
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Ksh 9,400 to MR100047Assigned by you, 08:31Undo',
    'Ksh 10: not a sale08:00: A testUndo',
  ])
  await userEvent.click(list.getByRole('button', { name: 'Undo: Ksh 10: not a sale' }))
  await waitFor(() => expect(restore).toHaveBeenCalledWith({ id: makeTransaction({}, 4).id }))
})

it('asks the gateways again, and says of which no list came', async () => {
  const check = vi.fn(() => ({
    cashUp: makeCashUp(),
    gateways: [
      { method: 'stripe' as const, state: 'checked' as const, lines: 4, message: null },
      { method: 'mpesa' as const, state: 'failed' as const, lines: 0, message: 'M-Pesa did not give its list.' },
    ],
  }))
  await show({ 'admin.cashUp': { day: () => different, check } })
  await userEvent.click(screen.getByRole('button', { name: 'Check now' }))
  expect(await screen.findByText('The gateways’ lists were read. M-Pesa did not give its list.')).toBeDefined()
  expect(check).toHaveBeenCalledWith({ day: '2026-11-21' })
  expect(screen.getAllByRole('row')).toHaveLength(3)
})

it('shows how far a long list is read, and offers no second reading meanwhile', async () => {
  const reading = makeCashUp({ methods: [makeMethod({ method: 'stripe', checking: 1_200 })] })
  const check = vi.fn(() => ({
    cashUp: reading,
    gateways: [{ method: 'stripe' as const, state: 'checking' as const, lines: 1_200, message: null }],
  }))
  const day = vi.fn(() => makeCashUp({ methods: [makeMethod({ method: 'stripe' })] }))
  await show({ 'admin.cashUp': { day, check } })
  await userEvent.click(screen.getByRole('button', { name: 'Check now' }))
  expect(await screen.findByText('Card: the list is being read, 1,200 lines so far.')).toBeDefined()
  expect(await screen.findByText(/^The list is long and is read on/)).toBeDefined()
  expect(screen.getByRole('button', { name: 'Checking...' }).getAttribute('aria-disabled')).toBe('true')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Check now' })).toBeDefined())
})

it('says how many of today’s decisions are left out', async () => {
  const payment = { id: 'p', orderId: 'o47', orderNumber: 'MR100047' }
  const at = '2026-11-22T05:31:00.000Z'
  const events = [{ at, by: 'administrator' as const, what: 'assigned' as const, note: null }]
  const list = ({ state = 'unmatched' }: { state?: string }) => {
    const transactions = state === 'matched' ? [makeTransaction({ payment, events })] : []
    return { transactions, total: state === 'matched' ? 38 : 0, nextCursor: null }
  }
  await show({ 'admin.transactions': { list } })
  expect(await screen.findByText('37 earlier ones are not shown here.')).toBeDefined()
})

it('closes the day with the lines that are open, each counted once', async () => {
  const openLine = { what: jane.reference, paymentId: null, orderId: null, orderNumber: null, amount: 560_000 }
  const open: CashUp['open'] = {
    total: 3,
    flags: 1,
    unmatched: 1,
    claims: 0,
    pendingRefunds: 0,
    lines: [
      { kind: 'unmatched', id: jane.id, at: jane.occurredAt, ...openLine },
      { kind: 'flag', id: '7', at: ours.at, ...openLine, what: 'disputed', orderNumber: 'MR100031' },
    ],
  }
  const closed = { at: '2026-11-22T06:00:00.000Z', openLines: 3 }
  const close = vi.fn(() => ({ ...different, open, closed }))
  await show({ cashUp: { ...different, open }, 'admin.cashUp': { close, day: () => ({ ...different, open }) } })
  expect(screen.getByRole('link', { name: /Flag: The customer disputes the payment/ }).getAttribute('href')).toBe(
    '/payments?search=MR100031',
  )
  await userEvent.click(screen.getByRole('button', { name: 'Close Saturday with 3 lines open' }))
  expect(await screen.findByText('Closed Nov 22, 2026 09:00, with 3 lines open')).toBeDefined()
  expect(close).toHaveBeenCalledWith({ day: '2026-11-21' })
})

it('says on a busy day how many flags it does not show, and closes it with the lines that the shop counts', async () => {
  const at = '2026-11-21T18:00:00.000Z'
  const flag = { kind: 'flag' as const, what: 'late', paymentId: null, orderId: null, orderNumber: null, amount: 100 }
  const lines = Array.from({ length: 200 }, (_, nth) => ({ ...flag, id: String(nth), at }))
  const open = { total: 541, flags: 240, unmatched: 300, claims: 0, pendingRefunds: 1, lines }
  await show({ cashUp: { ...different, open } })
  const list = within(screen.getByRole('list', { name: 'Still open' }))
  expect(list.getAllByRole('listitem')).toHaveLength(200)
  expect(screen.getByText('and 41 more, on the page of payments')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Close Saturday with 541 lines open' })).toBeDefined()
})

it('explains why the revenues differ from what came, with the orders that make it', async () => {
  const reasons = [{ reason: 'deleted-orders' as const, amount: 470_000, orders: [order], total: 1 }]
  await show({
    cashUp: makeCashUp({
      explanation: {
        cash: 970_000,
        dashboard: { revenue: 500_000, reasons },
        payments: { revenue: 970_000, reasons: [] },
      },
    }),
  })
  await userEvent.click(screen.getByText('Why the revenue figures differ'))
  expect(screen.getByText('Paid orders that were deleted')).toBeDefined()
  expect(screen.getByText('+4,700')).toBeDefined()
  expect(screen.getByRole('link', { name: 'MR100045' }).getAttribute('href')).toBe('/orders?order=o45')
  expect(screen.getByText('The same as what came.')).toBeDefined()
})

it('keeps the reason that was typed where the session ends', async () => {
  let isOver = false
  const answer = <Result,>(result: Result) => {
    if (isOver) throw refusal(401, 'Please log in.', {}, 'UNAUTHORIZED')
    return result
  }
  await show({
    transactions: { unmatched: [jane] },
    'admin.cashUp': { day: () => answer(different) },
    'admin.transactions': { dismiss: () => answer(jane) },
  })
  await userEvent.click(await screen.findByRole('button', { name: /^Not a sale/ }))
  const dialog = within(screen.getByRole('dialog', { name: 'Not a sale?' }))
  await userEvent.type(dialog.getByLabelText('Reason'), 'My own transfer')
  isOver = true
  await userEvent.click(dialog.getByRole('button', { name: 'Not a sale' }))
  expect(await screen.findByText('Authentication Required')).toBeDefined()
  expect(dialog.getByLabelText<HTMLInputElement>('Reason').value).toBe('My own transfer')
})

it('turns to the new day at midnight, but not before a form that is open is finished', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval'], now: new Date('2026-11-22T20:59:00Z') })
  const late = makeTransaction({ occurredAt: '2026-11-22T20:50:00.000Z' })
  const read = ({ day = '' }: { day?: string }) => makeCashUp({ day })
  await show({ day: '2027-01-01', transactions: { unmatched: [late] }, 'admin.cashUp': { day: read } })
  await userEvent.click(await screen.findByRole('button', { name: /^Not a sale/ }))
  const dialog = within(screen.getByRole('dialog', { name: 'Not a sale?' }))
  await userEvent.type(dialog.getByLabelText('Reason'), 'My own transfer')
  vi.setSystemTime(new Date('2026-11-22T21:01:00Z'))
  act(() => void vi.advanceTimersByTime(60_000))
  expect(dialog.getByLabelText<HTMLInputElement>('Reason').value).toBe('My own transfer')
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  await userEvent.click(screen.getByRole('button', { name: 'Discard changes' }))
  act(() => void vi.advanceTimersByTime(60_000))
  expect(screen.getByRole('button', { name: 'Monday 23 November. Choose another day' })).toBeDefined()
})

it('reads a day once when it is opened, and again when the owner comes back to it', async () => {
  const asked: string[] = []
  const read = ({ day = '' }: { day?: string }) => {
    asked.push(day)
    return makeCashUp({ day })
  }
  await show({ day: '2026-11-22', 'admin.cashUp': { day: read } })
  await act(async () => turnTo('2026-11-21'))
  await waitFor(() => expect(asked).toEqual(['2026-11-22', '2026-11-21']))
  await act(async () => turnTo('2026-11-22'))
  await waitFor(() => expect(asked).toEqual(['2026-11-22', '2026-11-21', '2026-11-22']))
})

it('keeps the figures of each day where the owner turns to another while one is being closed', async () => {
  const { promise, resolve } = Promise.withResolvers<CashUp>()
  const days = { '2026-11-20': 110_000, '2026-11-21': 220_000 } as const
  const read = ({ day = '' }: { day?: string }) =>
    makeCashUp({ day, methods: [makeMethod({ expected: day === '2026-11-20' ? days[day] : days['2026-11-21'] })] })
  await show({ day: '2026-11-20', 'admin.cashUp': { day: read, close: () => promise } })
  await userEvent.click(screen.getByRole('button', { name: /^Close Friday/ }))
  await act(async () => turnTo('2026-11-21'))
  await screen.findAllByText('2,200')
  expect(screen.getByRole('button', { name: /^Close Saturday/ }).getAttribute('aria-busy')).not.toBe('true')
  resolve({ ...read({ day: '2026-11-20' }), closed: { at: '2026-11-22T06:00:00.000Z', openLines: 0 } })
  expect(await screen.findByText(/Friday is closed/)).toBeDefined()
  expect(screen.queryByText('1,100')).toBeNull()
  expect(screen.getByRole('button', { name: /^Close Saturday/ })).toBeDefined()
})
