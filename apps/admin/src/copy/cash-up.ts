import type { CashUpMethod, OpenLine, RevenueReason } from '@marashi/domain/contracts/admin-cash-up'
import type { GatewayTransaction } from '@marashi/domain/contracts/admin-transactions'
import type { SuggestionReason } from '@marashi/domain/rules/gateway-transaction'
import type { ClaimLeftReason } from '@marashi/domain/rules/receipt-claim'
import { formatWhole } from '@marashi/domain/rules/whole-number'
import { counted } from './counted.ts'
import { older } from './older.ts'

/** A time between two moments, in the largest unit that is still telling. */
const span = (minutes: number) => {
  if (minutes < 120) return `${minutes} min`
  return minutes < 48 * 60 ? `${Math.round(minutes / 60)} h` : `${Math.round(minutes / 60 / 24)} days`
}

const lines = (count: number) => counted(count, 'line')

/** Texts of the daily check of the money. */
export const cashUpCopy = {
  title: 'Cash-up',
  authHint: 'Please log in to check the money of the day.',
  day: {
    before: 'The day before',
    after: 'The day after',
    choose: (day: string) => `${day}. Choose another day`,
    field: 'Day',
  },
  table: {
    caption: 'Takings by method, in shillings, less what went back',
    unit: 'Ksh',
    orders: 'Orders',
    arrived: 'Arrived',
    difference: 'Difference',
    methods: { mpesa: 'M-Pesa', stripe: 'Card', 'on-delivery': 'On delivery' } satisfies Record<
      CashUpMethod['method'],
      string
    >,
    day: 'Day',
    nothing: '–',
    equal: 'Equal',
    over: 'too much',
    short: 'missing',
    unchecked: 'Not checked',
    counted: 'By hand',
  },
  details: {
    title: 'Refunds, fees and net',
    came: 'Came, by the orders',
    wentBack: 'Went back, by the orders',
    unchecked: 'Of it at times without a list',
    arrived: 'Came, by the gateway',
    returned: 'Went back, by the gateway',
    notSales: 'Not a sale',
    fees: (currency: string) => `Fees (${currency})`,
    net: (currency: string) => `Net in the gateway’s balance (${currency})`,
    noFees: 'The gateway’s list names no fees.',
    cash: 'Cash is counted when the rider comes back: no gateway sees it.',
  },
  check: {
    sources: { pull: 'list asked for', statement: 'statement read', balance: 'balance asked for' } satisfies Record<
      NonNullable<CashUpMethod['source']>,
      string
    >,
    read: (method: string, source: string, time: string) => `${method}: ${source} at ${time}`,
    partOfDay: 'not yet the whole day',
    notCompared: (amount: string) => `${amount} of the orders is not compared yet`,
    never: (method: string) => `${method}: not checked yet`,
    unasked: {
      mpesa: 'only a statement helps',
      stripe: 'it cannot be asked now',
      'on-delivery': 'nobody can be asked',
    } satisfies Record<CashUpMethod['method'], string>,
    explained: (count: number, amounts: string) =>
      `${count === 1 ? 'One line explains' : `${formatWhole(count)} lines explain`} the difference${amounts && `: ${amounts}`}.`,
    now: 'Check now',
    checking: 'Checking...',
    checked: 'The gateways’ lists were read.',
    readOn: 'The list is long and is read on. You can go on with something else.',
    reading: (method: string, read: number) => `${method}: the list is being read, ${lines(read)} so far.`,
    failed: 'The gateways could not be asked',
  },
  statement: {
    choose: 'Import a statement',
    importing: 'Importing...',
    hint: 'The CSV file of M-Pesa’s portal, best taken after the day is over',
    done: (read: number, added: number) => `${lines(read)} read, ${formatWhole(added)} of them new.`,
    failed: 'The statement could not be sent. Check your connection and try again.',
    tooLarge: 'The file is too large. Import a shorter period.',
    openDay: (day: string) => `Open ${day}`,
  },
  unmatched: {
    title: 'Arrived, without an order',
    hint: 'The money is there. Nobody is waiting for it yet.',
    none: 'Every payment that arrived has its order.',
    failed: 'The payments without an order could not be loaded.',
    otherDays: (count: number) => `${formatWhole(count)} more from other days`,
    more: (count: number) => `and ${older(count)}`,
    onTheirDays: (count: number) => `and ${older(count)}, ${count === 1 ? '' : 'each '}on the page of its day`,
    list: 'Payments without an order',
    from: { mpesa: 'M-Pesa', stripe: 'Stripe' } satisfies Record<GatewayTransaction['paymentMethod'], string>,
    account: (account: string) => `account “${account}”`,
    copy: (receipt: string) => `Copy the receipt ${receipt}`,
    fits: 'Fits',
    reasons: {
      'same-amount': () => 'Same amount',
      'same-phone': () => 'Same phone',
      'like-number': () => 'Account resembles the number',
      'soon-after': (minutes: number) => `${minutes} min after the order`,
      'typed-receipt': () => 'The customer typed this receipt',
    } satisfies Record<SuggestionReason, (minutes: number) => string>,
    beforeOrder: (minutes: number) =>
      `It came ${span(minutes)} before the order was placed, so it may be for something else. The decision is yours.`,
    sentBack: 'The list says that this money was sent back. If so, mark it as Not a sale.',
    assign: (order: string) => `Assign to ${order}`,
    assigning: 'Assigning...',
    another: 'Another order',
    choose: 'Choose an order',
    sendBack: 'Send it back',
    notASale: 'Not a sale',
    labelOf: (act: string, amount: string, receipt: string) => `${act}: ${amount}, ${receipt}`,
    assigned: (amount: string, order: string) => `${amount} assigned to ${order}`,
    undoAlt: 'Undo it under Settled today',
    failedAssign: 'The payment could not be assigned',
    unassigned: (amount: string) => `${amount} is without an order again`,
    failedUndo: 'It could not be undone',
    dismissTitle: 'Not a sale?',
    dismissText: (amount: string, receipt: string) =>
      `${amount}, ${receipt}. It leaves this list and counts for no order. Your reason stays beside it.`,
    dismissHint: 'For example: my own transfer, or sent back in the portal.',
    dismissed: (amount: string) => `${amount} marked as not a sale`,
    failedDismiss: 'The payment could not be set aside',
  },
  choose: {
    title: (amount: string) => `Which order is ${amount} for?`,
    sendBackTitle: (amount: string) => `Send ${amount} back`,
    sendBackText:
      'A refund belongs to a payment of an order: choose the order of whoever paid, then refund it there. Without any order, send it back in M-Pesa’s portal and mark it here as Not a sale.',
    search: 'Number, name or phone of the order',
    unpaid: 'Not paid yet, newest first',
    found: 'Orders found',
    none: 'No order found.',
    failed: 'The orders could not be loaded.',
    pick: (order: string, name: string) => `Assign to ${order}, ${name}`,
  },
  missing: {
    title: 'Ordered, not arrived',
    hint: 'Booked here. The gateway’s list has no such line.',
    list: 'Booked, but not in the gateway’s list',
    refund: 'Refund',
    noReceipt: 'Entered by hand, without a receipt',
    manualReceipt: (receipt: string) => `Entered by hand, receipt ${receipt}`,
    receipt: (method: string, receipt: string) => `${method} ${receipt}`,
    payment: 'Open the payment',
    paymentOf: (order: string) => `Open the payment of ${order}`,
    differingTitle: 'Another amount than booked',
    differingHint: 'Both have it. The amounts of this day differ.',
    amounts: (ours: string, theirs: string) => `Booked ${ours}, the gateway says ${theirs}`,
    theirsTitle: 'Gone, without a refund here',
    theirsHint: 'The gateway’s list has it. The shop knows no such refund.',
    kinds: { payment: 'Payment', refund: 'Refund', dispute: 'Dispute' },
    more: (count: number) => `and ${lines(count)} more; Export CSV has the sums`,
  },
  claims: {
    more: 'Show older ones',
    title: 'Receipts that customers typed',
    hint: 'Nobody has proved them yet. A picture of a message proves nothing: look at the statement.',
    list: 'Typed receipts',
    typed: (method: string, receipt: string) => `${method} ${receipt}`,
    alsoTypedFor: 'The same code was typed for other orders too. Make sure whose money it is:',
    checking: 'M-Pesa is being asked',
    withShop: 'M-Pesa could not be asked: compare it with the statement',
    left: {
      unproved: () =>
        'Its money is here, but its report proves too little, or you took it off an order. Assign it under “Arrived, without an order”, or refuse.',
      'before-order': (minutes: number) =>
        `Its money came ${span(minutes)} before the order was placed, so it may be for something else. Assign it under “Arrived, without an order”, or refuse.`,
      'sent-back': () =>
        'M-Pesa’s list says that its money was sent back. Refuse it, or assign it under “Arrived, without an order” if you have it all the same.',
      'operator-refused': () =>
        'M-Pesa refuses the shop’s operator, so it cannot be asked (see Health): compare it with the statement',
    } satisfies Record<ClaimLeftReason, (minutes: number) => string>,
    refuse: 'Refuse',
    refuseOf: (receipt: string) => `Refuse ${receipt}`,
    refuseTitle: 'Refuse this receipt?',
    refuseText: (receipt: string, order: string) =>
      `${receipt} for ${order}. The customer reads your reason on the order’s page.`,
    refuseHint: 'For example: the statement has no such payment.',
    refused: (receipt: string) => `${receipt} was refused`,
    failedRefuse: 'The receipt could not be refused',
    failed: 'The typed receipts could not be loaded.',
  },
  settled: {
    title: 'Settled today',
    to: (amount: string, order: string) => `${amount} to ${order}`,
    dismissed: (amount: string) => `${amount}: not a sale`,
    assignedAt: (time: string) => `Assigned by you, ${time}`,
    dismissedAt: (time: string, reason: string) => `${time}: ${reason}`,
    undoOf: (what: string) => `Undo: ${what}`,
    leftOut: (count: number) => `${counted(count, 'earlier one is', 'earlier ones are')} not shown here.`,
  },
  open: {
    title: 'Still open',
    more: (count: number) => `and ${formatWhole(count)} more, on the page of payments`,
    kinds: {
      flag: 'Flag',
      unmatched: 'Without an order',
      claim: 'Typed receipt',
      'pending-refund': 'Refund',
    } satisfies Record<OpenLine['kind'], string>,
  },
  revenue: {
    title: 'Why the revenue figures differ',
    cash: 'Came less what went back, M-Pesa and card',
    dashboard: 'Sales of the day on the dashboard',
    payments: 'Revenue on the payments’ page',
    equal: 'The same as what came.',
    difference: 'What came has more, or less, because of:',
    reasons: {
      'deleted-orders': 'Paid orders that were deleted',
      'cancelled-orders': 'Paid orders that were cancelled',
      surplus: 'Money beyond what an order asked for',
      'paid-another-day': 'Orders that were paid on another day',
      'refunded-another-day': 'Payments that were refunded on another day',
      'on-delivery': 'Cash on delivery',
      other: 'Other, such as a payment entered with another amount',
    } satisfies Record<RevenueReason, string>,
    more: (count: number) => `and ${formatWhole(count)} more`,
  },
  close: {
    close: (day: string, open: number) => (open === 0 ? `Close ${day}` : `Close ${day} with ${lines(open)} open`),
    closing: 'Closing...',
    closed: (time: string, open: number) => `Closed ${time}${open === 0 ? '' : `, with ${lines(open)} open`}`,
    later: 'The day can be closed when it is over.',
    done: (day: string) => `${day} is closed`,
    failed: 'The day could not be closed',
  },
  addresses: {
    title: 'M-Pesa’s reports of payments by hand',
    hint: 'M-Pesa tells the shop at these addresses when somebody pays the Till or Paybill without a prompt.',
    states: {
      never: 'Not registered',
      registered: 'Registered',
      'already-registered': 'Registered elsewhere',
      failed: 'Registration failed',
    },
    failed: 'The state of the reports could not be loaded.',
    confirmation: 'Confirmation address',
    validation: 'Validation address',
    copy: (what: string) => `Copy: ${what}`,
    secret: 'Keep them to yourself: whoever knows them can report payments that never came.',
    reveal: {
      submit: 'Show the addresses',
      title: 'Show the secret addresses',
      text: 'You need them where M-Pesa takes new ones only in Safaricom’s portal.',
      busy: 'Opening...',
      done: 'The addresses are shown until you fold the panel',
      failed: 'The addresses could not be shown',
    },
    replace: {
      submit: 'Replace the addresses',
      title: 'Replace the secret addresses',
      text: 'Do this when somebody else has read them. Then register the new ones: until M-Pesa knows them, what it reports waits under “Arrived, without an order”.',
      busy: 'Replacing...',
      done: 'The addresses are replaced. Register the new ones',
      failed: 'The addresses could not be replaced',
    },
    oldReceives:
      'The addresses before these still receive, until a week after the first report to the new ones. What they bring waits under “Arrived, without an order”.',
    registered: 'Registered',
    last: 'Last report',
    never: 'None yet',
    register: 'Register the addresses',
    registerAgain: 'Register again',
    registerTitle: 'Register at M-Pesa',
    registerText: 'M-Pesa then reports every payment by hand to this shop.',
    busy: 'Registering...',
    done: 'M-Pesa knows the addresses now',
    failedRegister: 'M-Pesa did not take the addresses',
  },
} as const
