import { fc, it } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { outcomeSources, paymentStatuses, type ReportedOutcome } from './payment-status.ts'
import { type Decision, type Doubts, decideSettlement, type SettlementState } from './settlement.ts'

const noDoubts: Doubts = { isReceiptUsed: false, refusedBefore: null }
const open = ['pending', 'processing'] as const
const ended = ['failed', 'cancelled'] as const

const stateOf = (changes: Partial<Omit<SettlementState, 'order'>> & { order?: Partial<SettlementState['order']> }) => {
  const order = {
    isPaid: false,
    isRefunded: false,
    isCancelled: false,
    isDeleted: false,
    totalShillings: 4_500,
    ...changes.order,
  }
  return {
    cancelEndsOrder: true,
    status: 'processing',
    amountShillings: 4_500,
    receipt: null,
    typedReceipt: null,
    isDeleted: false,
    isLatestAttempt: true,
    isAnotherOpen: false,
    ...changes,
    order,
  } satisfies SettlementState
}

const callback = { source: 'callback', kind: 'succeeded', amountShillings: 4_500, receipt: 'TJK7RT61SV' } as const
const reports = {
  'paid, by callback': callback,
  'paid, by webhook': { ...callback, source: 'webhook' },
  'paid, by query': { source: 'query', kind: 'succeeded' },
  'paid, proved by query': { ...callback, source: 'query' },
  'paid, by the administrator': { source: 'administrator', kind: 'succeeded' },
  'another amount': { ...callback, amountShillings: 45 },
  'failed, by callback': { source: 'callback', kind: 'failed' },
  'cancelled, by callback': { source: 'callback', kind: 'cancelled' },
  'failed, by query': { source: 'query', kind: 'failed' },
  'cancelled, by the shopper': { source: 'shopper', kind: 'cancelled' },
} satisfies Record<string, ReportedOutcome>
type Report = keyof typeof reports

type OrderState = 'unpaid' | 'paid' | 'refunded' | 'cancelled' | 'deleted' | 'deleted and paid' | 'cancelled and paid'
const orders: Record<OrderState, Partial<SettlementState['order']>> = {
  unpaid: {},
  paid: { isPaid: true },
  refunded: { isRefunded: true },
  cancelled: { isCancelled: true },
  deleted: { isDeleted: true },
  'deleted and paid': { isDeleted: true, isPaid: true },
  'cancelled and paid': { isCancelled: true, isPaid: true },
}
const paidOrders: OrderState[] = ['paid', 'deleted and paid', 'cancelled and paid']
const goneOrders: OrderState[] = ['cancelled', 'deleted']
const money: Report[] = [
  'paid, by callback',
  'paid, by webhook',
  'paid, by query',
  'paid, proved by query',
  'paid, by the administrator',
]
const cancels: Report[] = ['cancelled, by callback', 'cancelled, by the shopper']
const fails: Report[] = ['failed, by callback', 'failed, by query']
const anyOrder = Object.keys(orders) as OrderState[]

interface Row {
  status: readonly SettlementState['status'][]
  report: Report[]
  order: OrderState[]
  becomes: Partial<Decision>
}

/** Every payment status, report and order state: each combination fits exactly one row. */
const table: Row[] = [
  // Money for an open attempt.
  ...(
    [
      ['paid, by callback', null],
      ['paid, by webhook', null],
      ['paid, by query', 'confirm-receipt'],
      ['paid, proved by query', null],
      ['paid, by the administrator', null],
    ] as const
  ).map(
    ([report, attention]): Row => ({
      status: open,
      report: [report],
      order: ['unpaid'],
      becomes: { result: 'settled', status: 'completed', raises: attention, isSurplus: false, order: 'pay' },
    }),
  ),
  // Money for an attempt that had ended.
  {
    status: ended,
    report: ['paid, by callback', 'paid, by webhook', 'paid, by query', 'paid, proved by query'],
    order: ['unpaid'],
    becomes: { result: 'settled', status: 'completed', raises: 'late', isSurplus: false, order: 'pay' },
  },
  {
    status: ended,
    report: ['paid, by the administrator'],
    order: ['unpaid'],
    becomes: { result: 'settled', status: 'completed', raises: null, isSurplus: false, order: 'pay' },
  },
  // Money for an order whose money went back.
  {
    status: [...open, ...ended],
    report: ['paid, by callback', 'paid, by webhook', 'paid, by query', 'paid, proved by query'],
    order: ['refunded'],
    becomes: { result: 'settled', status: 'completed', raises: 'late', isSurplus: false, order: 'pay' },
  },
  {
    status: [...open, ...ended],
    report: ['paid, by the administrator'],
    order: ['refunded'],
    becomes: { result: 'settled', status: 'completed', raises: null, isSurplus: false, order: 'pay' },
  },
  // Money for an order that was given up, and money that comes twice.
  {
    status: [...open, ...ended],
    report: money,
    order: goneOrders,
    becomes: { result: 'settled', status: 'completed', raises: 'order-cancelled', isSurplus: false, order: 'pay' },
  },
  {
    status: [...open, ...ended],
    report: money,
    order: paidOrders,
    becomes: { result: 'settled', status: 'completed', raises: 'paid-twice', isSurplus: true, order: 'unchanged' },
  },
  // Money that is known: only its receipt may be new.
  {
    status: ['completed'],
    report: ['paid, by callback', 'paid, by webhook', 'paid, proved by query'],
    order: anyOrder,
    becomes: { result: 'known', status: 'completed', raises: null, addsReceipt: true, order: 'unchanged' },
  },
  {
    status: ['completed'],
    report: ['paid, by query', 'paid, by the administrator'],
    order: anyOrder,
    becomes: { result: 'known', status: 'completed', raises: null, addsReceipt: false, order: 'unchanged' },
  },
  {
    status: ['refunded'],
    report: ['paid, by callback', 'paid, by webhook', 'paid, proved by query'],
    order: anyOrder,
    becomes: { result: 'known', status: 'refunded', raises: null, addsReceipt: true, order: 'unchanged' },
  },
  {
    status: ['refunded'],
    report: ['paid, by query', 'paid, by the administrator'],
    order: anyOrder,
    becomes: { result: 'known', status: 'refunded', raises: null, addsReceipt: false, order: 'unchanged' },
  },
  // Another amount settles nothing.
  ...paymentStatuses.map(
    (status): Row => ({
      status: [status],
      report: ['another amount'],
      order: anyOrder,
      becomes: { result: 'refused', status, raises: 'amount-mismatch', addsReceipt: false, order: 'unchanged' },
    }),
  ),
  // The end of an open attempt shows on its unpaid order.
  {
    status: open,
    report: fails,
    order: ['unpaid', ...goneOrders],
    becomes: { result: 'settled', status: 'failed', raises: null, keepsAsking: false, order: 'fail' },
  },
  {
    status: open,
    report: fails,
    order: ['refunded', ...paidOrders],
    becomes: { result: 'settled', status: 'failed', raises: null, keepsAsking: false, order: 'unchanged' },
  },
  {
    status: open,
    report: cancels,
    order: ['unpaid', ...goneOrders],
    becomes: { result: 'settled', status: 'cancelled', raises: null, order: 'cancel' },
  },
  {
    status: open,
    report: cancels,
    order: ['refunded', ...paidOrders],
    becomes: { result: 'settled', status: 'cancelled', raises: null, order: 'unchanged' },
  },
  // The end of what has ended is known; the end of what was paid is refused.
  {
    status: ['failed'],
    report: fails,
    order: anyOrder,
    becomes: { result: 'known', status: 'failed', order: 'unchanged' },
  },
  {
    status: ['cancelled'],
    report: cancels,
    order: anyOrder,
    becomes: { result: 'known', status: 'cancelled', order: 'unchanged' },
  },
  ...(['failed', 'completed', 'refunded'] as const).map(
    (status): Row => ({
      status: [status],
      report: cancels,
      order: anyOrder,
      becomes: { result: 'refused', status, raises: null, order: 'unchanged' },
    }),
  ),
  ...(['cancelled', 'completed', 'refunded'] as const).map(
    (status): Row => ({
      status: [status],
      report: fails,
      order: anyOrder,
      becomes: { result: 'refused', status, raises: null, order: 'unchanged' },
    }),
  ),
]

const combinations = paymentStatuses.flatMap((status) =>
  (Object.keys(reports) as Report[]).flatMap((report) => anyOrder.map((order) => ({ status, report, order }))),
)

describe('a report on a payment', () => {
  it('fits one row of the table, whatever the payment and its order are', () => {
    expect(combinations.filter((each) => rowsFor(each).length !== 1)).toEqual([])
  })

  it.each(combinations)('$report, for a $status payment of an order that is $order', ({ status, report, order }) => {
    const decision = decideSettlement(stateOf({ status, order: orders[order] }), reports[report], noDoubts)
    expect(decision).toMatchObject(rowsFor({ status, report, order })[0]?.becomes ?? {})
  })
})

function rowsFor({ status, report, order }: { status: SettlementState['status']; report: Report; order: OrderState }) {
  return table.filter((row) => row.status.includes(status) && row.report.includes(report) && row.order.includes(order))
}

describe('a doubtful success', () => {
  it('settles nothing with the receipt of another payment', () => {
    const decision = decideSettlement(stateOf({}), callback, { ...noDoubts, isReceiptUsed: true })
    expect(decision).toMatchObject({ result: 'refused', status: 'processing', raises: 'receipt-used' })
  })

  it.each(['amount-mismatch', 'receipt-used'] as const)('of a query proves nothing after %s', (refusedBefore) => {
    const doubts = { ...noDoubts, refusedBefore }
    const decision = decideSettlement(stateOf({}), { source: 'query', kind: 'succeeded' }, doubts)
    expect(decision).toMatchObject({ result: 'refused', raises: refusedBefore, keepsAsking: false })
    expect(decideSettlement(stateOf({}), callback, doubts).status).toBe('completed')
  })

  it('entered by the administrator with another amount than the order’s is kept and flagged', () => {
    const state = stateOf({ amountShillings: 4_000 })
    const decision = decideSettlement(state, { source: 'administrator', kind: 'succeeded' }, noDoubts)
    expect(decision).toMatchObject({ status: 'completed', raises: 'amount-mismatch', order: 'pay' })
  })
})

describe('the receipt of a provider', () => {
  it.each([
    ['the same', 'tjk7rt61sv', null],
    ['another one', 'TJK7RT61SX', 'another-receipt'],
  ] as const)('is kept where the administrator typed %s before', (_what, typedReceipt, raises) => {
    for (const status of ['completed', 'refunded'] as const) {
      const decision = decideSettlement(stateOf({ status, typedReceipt }), callback, noDoubts)
      expect(decision).toMatchObject({ result: 'known', status, raises, addsReceipt: true })
    }
    const decision = decideSettlement(stateOf({ typedReceipt }), callback, noDoubts)
    expect(decision).toMatchObject({ result: 'settled', raises, order: 'pay' })
  })
})

describe('the end of an attempt', () => {
  it('leaves the order to a later attempt', () => {
    const decision = decideSettlement(stateOf({ isLatestAttempt: false }), reports['cancelled, by callback'], noDoubts)
    expect(decision).toMatchObject({ status: 'cancelled', order: 'unchanged' })
  })

  it.each([
    ['nothing else is under way', {}, 'fail'],
    ['another attempt is open', { isAnotherOpen: true }, 'restore'],
    ['the order was paid meanwhile', { order: { isPaid: true } }, 'restore'],
    ['its money went back meanwhile', { order: { isRefunded: true } }, 'restore'],
  ] as const)('by which nobody was asked for money, where %s', (_where, changes, order) => {
    const refused = { source: 'gateway', kind: 'failed' } as const
    expect(decideSettlement(stateOf(changes), refused, noDoubts).order).toBe(order)
  })

  it('shows on the order although an older attempt is open', () => {
    const decision = decideSettlement(stateOf({ isAnotherOpen: true }), reports['failed, by callback'], noDoubts)
    expect(decision.order).toBe('fail')
  })

  it('leaves the order alive where its provider says so', () => {
    const decision = decideSettlement(stateOf({ cancelEndsOrder: false }), reports['cancelled, by callback'], noDoubts)
    expect(decision.order).toBe('fail')
  })

  it.each([
    ['shopper', true],
    ['administrator', true],
    ['callback', false],
    ['query', false],
  ] as const)('as the %s says is asked about at the gateway: %s', (source, keepsAsking) => {
    for (const status of paymentStatuses) {
      expect(decideSettlement(stateOf({ status }), { source, kind: 'failed' }, noDoubts).keepsAsking).toBe(keepsAsking)
    }
  })
})

describe('a receipt that follows', () => {
  it('answers the doubt of a payment that only the query had proved, and no other flag', () => {
    const decision = decideSettlement(stateOf({ status: 'completed' }), callback, noDoubts)
    expect(decision).toMatchObject({ resolves: ['confirm-receipt'], raises: null, addsReceipt: true })
  })

  it.each(['completed', 'refunded'] as const)(
    'with another number than before is flagged on a %s payment',
    (status) => {
      const decision = decideSettlement(stateOf({ status, receipt: 'TJK0000001' }), callback, noDoubts)
      expect(decision).toMatchObject({ result: 'refused', status, raises: 'another-receipt', addsReceipt: false })
      expect(decideSettlement(stateOf({ status, receipt: callback.receipt }), callback, noDoubts).raises).toBeNull()
    },
  )
})

describe('a failure that follows when nobody had named an outcome', () => {
  it.each(['callback', 'webhook', 'confirm'] as const)('answers that flag, reported by %s', (source) => {
    for (const status of ['processing', 'failed', 'cancelled'] as const) {
      const decision = decideSettlement(stateOf({ status }), { source, kind: 'failed' }, noDoubts)
      expect(decision.resolves).toEqual(['unresolved'])
    }
  })

  it.each(['query', 'shopper', 'administrator'] as const)('leaves it to the owner, said by %s', (source) => {
    expect(decideSettlement(stateOf({}), { source, kind: 'failed' }, noDoubts).resolves).toEqual([])
  })
})

const anyState: fc.Arbitrary<SettlementState> = fc.record({
  cancelEndsOrder: fc.boolean(),
  status: fc.constantFrom(...paymentStatuses),
  amountShillings: fc.integer({ min: 1, max: 3 }),
  receipt: fc.option(fc.constantFrom('A', 'B')),
  typedReceipt: fc.option(fc.constantFrom('A', 'B')),
  isDeleted: fc.boolean(),
  isLatestAttempt: fc.boolean(),
  isAnotherOpen: fc.boolean(),
  order: fc.record({
    isPaid: fc.boolean(),
    isRefunded: fc.boolean(),
    isCancelled: fc.boolean(),
    isDeleted: fc.boolean(),
    totalShillings: fc.integer({ min: 1, max: 3 }),
  }),
})
const anySource = fc.constantFrom(...outcomeSources)
const anyOutcome: fc.Arbitrary<ReportedOutcome> = fc.oneof(
  fc.record({ source: anySource, kind: fc.constantFrom('failed', 'cancelled') }),
  fc.record(
    {
      source: anySource,
      kind: fc.constant('succeeded' as const),
      amountShillings: fc.integer({ min: 1, max: 3 }),
      receipt: fc.constantFrom('A', 'B'),
    },
    { requiredKeys: ['source', 'kind'] },
  ),
)
const anyDoubts: fc.Arbitrary<Doubts> = fc.record({
  isReceiptUsed: fc.boolean(),
  refusedBefore: fc.constantFrom(null, 'amount-mismatch', 'receipt-used'),
})

describe('whatever is reported, in whatever state', () => {
  it.prop([anyState, anyOutcome, anyDoubts])('nothing leaves completed or refunded', (state, outcome, doubts) => {
    fc.pre(state.status === 'completed' || state.status === 'refunded')
    expect(decideSettlement(state, outcome, doubts).status).toBe(state.status)
  })

  it.prop([anyState, anyOutcome, anyDoubts])('money is booked or flagged, never lost', (state, outcome, doubts) => {
    fc.pre(outcome.kind === 'succeeded')
    const { status, raises } = decideSettlement(state, outcome, doubts)
    expect(status === 'completed' || status === 'refunded' || raises !== null).toBe(true)
  })

  it.prop([anyState, anyOutcome, anyDoubts])(
    'no order is paid twice, and none without money',
    (state, outcome, doubts) => {
      const decision = decideSettlement(state, outcome, doubts)
      expect(decision.order === 'pay').toBe(
        decision.result === 'settled' && decision.status === 'completed' && !state.order.isPaid,
      )
      expect(decision.isSurplus).toBe(
        decision.result === 'settled' && decision.status === 'completed' && state.order.isPaid,
      )
    },
  )

  it.prop([anyState, anyOutcome, anyDoubts])(
    'no flag is taken off that the owner has to see',
    (state, outcome, doubts) => {
      const { resolves } = decideSettlement(state, outcome, doubts)
      expect(resolves.filter((flag) => flag !== 'unresolved' && flag !== 'confirm-receipt')).toEqual([])
    },
  )

  it.prop([anyState, anyOutcome, anyDoubts])('the same report again settles nothing new', (state, outcome, doubts) => {
    const first = decideSettlement(state, outcome, doubts)
    fc.pre(first.result === 'settled')
    const after = {
      ...state,
      status: first.status,
      order: { ...state.order, isPaid: state.order.isPaid || first.order === 'pay' },
    }
    expect(decideSettlement(after, outcome, doubts).result).not.toBe('settled')
  })
})
