import type { CashUp, CashUpMethod } from '@marashi/domain/contracts/admin-cash-up'
import type { ReceiptClaim } from '@marashi/domain/contracts/admin-receipt-claims'
import type { GatewayTransaction } from '@marashi/domain/contracts/admin-transactions'

const uuid = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

const method: CashUpMethod = {
  method: 'mpesa',
  expected: 0,
  refunded: 0,
  arrived: 0,
  returned: null,
  notSales: 0,
  unchecked: 0,
  difference: 0,
  balances: [],
  checkedAt: '2026-11-21T16:40:00.000Z',
  source: 'statement',
  isWholeDay: true,
  checking: null,
  canAsk: true,
}

/** A way to pay whose sums are equal unless `changes` say otherwise; cents. */
export const makeMethod = (changes: Partial<CashUpMethod> = {}): CashUpMethod => ({ ...method, ...changes })

const none = { lines: [], total: 0, sum: 0 }
const nothing = { revenue: 0, reasons: [] }

/** A day on which nothing is open. */
export const makeCashUp = (changes: Partial<CashUp> = {}): CashUp => ({
  day: '2026-11-21',
  methods: [makeMethod()],
  theirsNotOurs: none,
  oursNotTheirs: none,
  differing: none,
  open: { total: 0, flags: 0, unmatched: 0, claims: 0, pendingRefunds: 0, lines: [] },
  explanation: { cash: 0, dashboard: nothing, payments: nothing },
  closed: null,
  ...changes,
})

/** Money by M-Pesa that nobody can place; cents. */
export const makeTransaction = (changes: Partial<GatewayTransaction> = {}, number = 1): GatewayTransaction => ({
  id: uuid(number),
  paymentMethod: 'mpesa',
  reference: `SKJ8M2V4L${number}`,
  kind: 'payment',
  state: 'unmatched',
  amount: 560_000,
  fee: null,
  net: null,
  balanceCurrency: null,
  occurredAt: '2026-11-21T15:04:00.000Z',
  account: 'perfume',
  payerName: 'JANE W NJOROGE',
  payerPhone: '0722 ... 118',
  description: 'Pay Bill',
  relatedReference: null,
  isSentBack: false,
  firstSource: 'confirmation',
  onStatementAt: null,
  dismissedAt: null,
  suggestions: [],
  payment: null,
  refund: null,
  events: [{ at: '2026-11-21T15:04:01.000Z', by: 'shop', what: 'reported', note: null }],
  ...changes,
})

/** A receipt that a shopper typed and that is still being asked about. */
export const makeClaim = (changes: Partial<ReceiptClaim> = {}, number = 1): ReceiptClaim => ({
  id: uuid(number),
  orderId: uuid(100 + number),
  orderNumber: `MR${100_000 + number}`,
  customerName: 'Moses Kiptoo',
  amount: 320_000,
  paymentMethod: 'mpesa',
  receipt: `TKJ7RT61S${number}`,
  state: 'checking',
  reason: null,
  note: null,
  askedAt: '2026-11-21T13:20:00.000Z',
  answeredAt: null,
  queryCount: 0,
  isWithShop: true,
  leftBecause: null,
  minutesAfter: null,
  alsoTypedFor: [],
  ...changes,
})
