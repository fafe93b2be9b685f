import { z } from 'zod'
import { cents, signedCents } from './admin-payments.ts'
import { paymentMethods } from './payment-methods.ts'
import { id, instant } from './primitives.ts'

const day = z.iso.date().meta({ description: 'A day in Nairobi' })

/** What became of asking a gateway for its list of a day. */
export const dayCheckStates = ['checking', 'checked', 'cannot-ask', 'too-old', 'failed'] as const

/** Where a gateway's own list came from: asked for (`pull`, `balance`), or a file that the owner read in. */
export const checkSources = ['pull', 'statement', 'balance'] as const
export type CheckSource = (typeof checkSources)[number]

/**
 * One way to pay on one day: what the shop has booked, and what the gateway's own list says. Fields about the gateway are
 * null where no list covers any of the day. `difference` is `arrived − notSales − (returned ?? 0)` less
 * `expected − refunded − unchecked`, and `theirsNotOurs`, `oursNotTheirs` and `differing` add up to exactly that.
 * See docs/behaviour.md#daily-check.
 */
export const cashUpMethod = z
  .object({
    method: z.enum([...paymentMethods, 'on-delivery']),
    expected: cents.meta({ description: 'Whole cents that came, by the payments of the shop' }),
    refunded: cents.meta({ description: 'Whole cents that went back, by the refunds of the shop' }),
    arrived: cents
      .nullable()
      .meta({ description: 'Whole cents that came, by the gateway’s list; null where there is none' }),
    returned: signedCents.nullable().meta({
      description:
        'Whole cents of refunds and disputes by the gateway’s list, above 0 where money went; null where it lists none',
    }),
    notSales: signedCents
      .nullable()
      .meta({ description: 'Whole cents of what arrived less what was returned that were dismissed as no sale' }),
    unchecked: signedCents.nullable().meta({
      description: 'Whole cents of what came less what went back that were booked at a time that no list covers',
    }),
    difference: signedCents.nullable(),
    balances: z
      .array(z.object({ currency: z.string(), fees: signedCents, net: signedCents }))
      .meta({ description: 'Fees and net in the gateway’s own balance, by currency; empty where it names none' }),
    checkedAt: instant.nullable().meta({ description: 'When the gateway’s list was last read' }),
    source: z.enum(checkSources).nullable(),
    isWholeDay: z.boolean().meta({ description: 'Lists of the gateway cover the whole day' }),
    checking: z.int().nullable().meta({ description: 'Lines read so far of a list that is being read now' }),
    canAsk: z.boolean().meta({ description: 'The gateway can be asked now; otherwise only a statement helps' }),
  })
  .meta({ id: 'CashUpMethod' })
export type CashUpMethod = z.infer<typeof cashUpMethod>

/** A line of a gateway's list that is no payment and no refund of the shop. */
export const theirLine = z
  .object({
    transactionId: id,
    method: z.enum(paymentMethods),
    kind: z.enum(['payment', 'refund', 'dispute']),
    reference: z.string(),
    relatedReference: z.string().nullable(),
    amount: signedCents,
    occurredAt: instant,
    description: z.string().nullable(),
    account: z.string().nullable().meta({ description: 'The account number as the payer typed it' }),
    payerName: z.string().nullable().meta({ description: 'As it came; others may pay, so it proves nothing' }),
    payment: z
      .object({ id, orderId: id, orderNumber: z.string() })
      .nullable()
      .meta({ description: 'The payment that a dispute or an unknown refund is about' }),
  })
  .meta({ id: 'CashUpTheirLine' })
export type TheirLine = z.infer<typeof theirLine>

/** A payment or refund of the shop that the gateway's list, which covers its time, does not have. */
export const ourLine = z
  .object({
    paymentId: id,
    refundId: id.nullable().meta({ description: 'Set where it is a refund' }),
    method: z.enum(paymentMethods),
    orderId: id,
    orderNumber: z.string(),
    customerName: z.string(),
    amount: signedCents,
    receipt: z.string().nullable(),
    at: instant,
    isManual: z.boolean().meta({ description: 'Entered by the administrator' }),
  })
  .meta({ id: 'CashUpOurLine' })
export type OurLine = z.infer<typeof ourLine>

/** Both have it, with different amounts on this day. */
export const differingLine = z
  .object({
    ...ourLine.shape,
    theirs: signedCents,
    transactionId: id.meta({ description: 'The newest of the gateway’s lines' }),
  })
  .meta({ id: 'CashUpDifferingLine' })
export type DifferingLine = z.infer<typeof differingLine>

/** At most 200 lines, oldest first; `total` and `sum` are of all. */
const listOf = <Line extends z.ZodType>(line: Line) =>
  z.object({ lines: z.array(line), total: z.int(), sum: signedCents })

/** Why `cash` and a revenue differ; the amounts of all reasons add up to the difference. */
export const revenueReasons = [
  'deleted-orders', // paid orders that were deleted
  'cancelled-orders', // paid orders that were cancelled
  'surplus', // money beyond what an order asked for
  'paid-another-day', // orders of this day paid on another, and the other way round
  'refunded-another-day', // payments of this day refunded on another, and the other way round
  'on-delivery', // paid in cash
  'other', // such as a payment recorded by hand with another amount than its order's
] as const
export type RevenueReason = (typeof revenueReasons)[number]

const revenueExplained = z.object({
  revenue: signedCents,
  reasons: z
    .array(
      z.object({
        reason: z.enum(revenueReasons),
        amount: signedCents.meta({ description: 'Whole cents that `cash` has more than the revenue because of it' }),
        orders: z.array(z.object({ orderId: id, orderNumber: z.string() })).meta({ description: 'At most 20' }),
        total: z.int().meta({ description: 'How many orders' }),
      }),
    )
    .meta({ description: 'Only what applies' }),
})

/** What is still open about the money of the day. */
export const openLine = z
  .object({
    kind: z.enum(['flag', 'unmatched', 'claim', 'pending-refund']),
    id: z.string().meta({ description: 'Of the flag, transaction, typed receipt or refund' }),
    what: z.string().meta({ description: 'The flag’s name, the reference, or the status' }),
    paymentId: id.nullable(),
    orderId: id.nullable(),
    orderNumber: z.string().nullable(),
    amount: signedCents.nullable(),
    at: instant,
  })
  .meta({ id: 'CashUpOpenLine' })
export type OpenLine = z.infer<typeof openLine>

/** `GET /api/admin/cash-up`: one day in Nairobi, the shop's books beside the gateways' own lists. */
export const cashUp = z
  .object({
    day,
    methods: z.array(cashUpMethod),
    theirsNotOurs: listOf(theirLine),
    oursNotTheirs: listOf(ourLine),
    differing: z.object({
      lines: z.array(differingLine),
      total: z.int(),
      sum: signedCents.meta({ description: 'Whole cents: theirs less ours' }),
    }),
    open: z.object({
      total: z.int().meta({ description: 'How many lines of all lists are open now, each once' }),
      flags: z.int(),
      unmatched: z.int(),
      claims: z.int(),
      pendingRefunds: z.int(),
      lines: z
        .array(openLine)
        .meta({ description: 'At most 200: flags and refunds first, then the others, each oldest first' }),
    }),
    explanation: z.object({
      cash: signedCents.meta({
        description: 'Whole cents that came less those that went back, of all gateways, by the books of the shop',
      }),
      dashboard: revenueExplained.meta({
        description: 'The sales of the day on the dashboard: by the day of the order',
      }),
      payments: revenueExplained.meta({
        description: 'The revenue of the payments’ page, of payments completed that day',
      }),
    }),
    closed: z
      .object({ at: instant, openLines: z.int().meta({ description: 'Lines of all lists that were open then' }) })
      .nullable()
      .meta({ description: 'When the owner closed the day' }),
  })
  .meta({ id: 'CashUp' })
export type CashUp = z.infer<typeof cashUp>

/** `GET /api/admin/cash-up`, `POST /api/admin/cash-up/check` (asks the gateways now) and `POST /api/admin/cash-up/close`. */
export const cashUpInput = z.strictObject({ day })

/** `POST /api/admin/cash-up/check`: what became of each gateway that was asked. */
export const cashUpChecked = z
  .object({
    cashUp,
    gateways: z.array(
      z.object({
        method: z.enum(paymentMethods),
        state: z.enum(dayCheckStates).meta({
          description:
            '`checking`: its list is long and is read on; `checking` of the day’s method ends then. `too-old`: the gateway no longer lists that day. `failed`: it gave no answer; try again',
        }),
        lines: z.int().meta({ description: 'Lines of the gateway’s list, so far' }),
        message: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'CashUpChecked' })
export type CashUpChecked = z.infer<typeof cashUpChecked>

/** `POST /api/admin/cash-up/statement`: multipart, one field `file`, a CSV statement of M-Pesa's portal. */
export const statementImported = z
  .object({
    lines: z.int().meta({ description: 'Transactions of the statement' }),
    added: z.int().meta({ description: 'Of these, not known before' }),
    from: instant,
    until: instant.meta({ description: 'The time that the statement covers, up to here' }),
    days: z.array(day).meta({ description: 'The days that it touches, oldest first, at most 366' }),
  })
  .meta({ id: 'StatementImported' })
export type StatementImported = z.infer<typeof statementImported>

/** `GET /api/admin/cash-up.csv`: a line per day and method. */
export const cashUpExportQuery = z
  .strictObject({ from: day, to: day })
  .refine(({ from, to }) => from <= to, { path: ['to'], error: 'Must not be before the first day' })
  .refine(({ from, to }) => Date.parse(to) - Date.parse(from) <= 366 * 86_400_000, {
    path: ['to'],
    error: 'At most a year at once',
  })
export type CashUpExportQuery = z.infer<typeof cashUpExportQuery>
