import { Readable } from 'node:stream'
import { cashUpExportQuery } from '@marashi/domain/contracts/admin-cash-up'
import { timeFilter } from '@marashi/domain/contracts/admin-lists'
import { orderExportQuery } from '@marashi/domain/contracts/admin-orders'
import { paymentListQuery } from '@marashi/domain/contracts/admin-payments'
import { nairobiDay } from '@marashi/domain/rules/nairobi-time'
import { TRPCError } from '@trpc/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Context } from '../../http/context.ts'
import { queryReader, refuseUnknownParameters } from '../../http/rest-input.ts'
import { addAdministratorRoute } from '../../http/rest-operation.ts'
import { DOWNLOAD_TIMEOUT_MS } from '../../http/time-limits.ts'
import { exportOrders, orderExportColumns } from '../orders/export-orders.ts'
import { cashUpExportColumns, exportCashUp } from '../payments/daily-check/export-cash-up.ts'
import { exportPayments, paymentExportColumns } from '../payments/records/export-payments.ts'
import { type CsvRow, csvText } from './csv/csv-text.ts'
import { productFileColumns, productFileHeadings } from './product-file/columns.ts'
import { exportProducts } from './product-file/export-products.ts'

// Columns whose heading is more than their own name.
const headings = new Map(
  Object.entries({
    ...productFileHeadings,
    number: 'Order number',
    customer: 'Customer',
    cardPayment: 'Card payment',
    mpesaReceipt: 'M-Pesa receipt',
    transactionId: 'Transaction ID',
    order: 'Order number',
    // The screens and the API speak of payments in cents; whoever compares the file with them must see the unit.
    amount: 'Amount (Ksh)',
    fee: 'Processing fee (Ksh)',
    refunded: 'Refunded (Ksh)',
    id: 'Payment ID',
    // As on the screens; a sale after midnight belongs to its day in Kenya, whatever zone the spreadsheet is opened in.
    placed: 'Placed (Nairobi time)',
    paid: 'Paid (Nairobi time)',
    created: 'Created (Nairobi time)',
    completed: 'Completed (Nairobi time)',
    expected: 'Expected (Ksh)',
    refundedHere: 'Refunded (Ksh)',
    arrived: 'Arrived (Ksh)',
    returned: 'Returned (Ksh)',
    notSales: 'No sales (Ksh)',
    unchecked: 'Unchecked (Ksh)',
    difference: 'Difference (Ksh)',
    fees: 'Fees (Ksh, or as named)',
    net: 'Net (Ksh, or as named)',
    checked: 'Checked (Nairobi time)',
    wholeDay: 'Whole day',
    closed: 'Closed (Nairobi time)',
  }),
)
const headingOf = (column: string) => headings.get(column) ?? column[0]?.toUpperCase() + column.slice(1)

const times = { createdFrom: true, createdTo: true, updatedSince: true } as const
const paymentFilter = paymentListQuery.pick({ search: true, method: true, status: true, ...times })
const productFilter = z.object(timeFilter)

/** Orders, payments and the days' cash-ups as files for a spreadsheet, for the administrator alone, with the same filters as the lists. */
export function mountCsvExports(
  app: FastifyInstance,
  createContext: (request: FastifyRequest, reply: FastifyReply) => Context,
): void {
  const readOrders = inputOf(orderExportQuery)
  addAdministratorRoute(app, createContext, exportRoute('orders', orderExportQuery), (ctx, request, reply) =>
    sendCsv(reply, ctx, 'orders', orderExportColumns, exportOrders(ctx, readOrders(request))),
  )
  const readPayments = inputOf(paymentFilter)
  addAdministratorRoute(app, createContext, exportRoute('payments', paymentFilter), (ctx, request, reply) =>
    sendCsv(reply, ctx, 'payments', paymentExportColumns, exportPayments(ctx, readPayments(request))),
  )
  const readProducts = inputOf(productFilter)
  addAdministratorRoute(app, createContext, exportRoute('products', productFilter), (ctx, request, reply) =>
    sendCsv(reply, ctx, 'products', productFileColumns, exportProducts(ctx, readProducts(request))),
  )
  const readDays = inputOf(cashUpExportQuery)
  addAdministratorRoute(app, createContext, exportRoute('cash-up', cashUpExportQuery), (ctx, request, reply) =>
    sendCsv(reply, ctx, 'cash-up', cashUpExportColumns, exportCashUp(ctx, readDays(request))),
  )
}

const summaries = {
  orders: 'The orders that the same filters list, or of these the chosen ones, as a file for a spreadsheet',
  payments: 'The payments that the same filters list, as a file for a spreadsheet',
  products:
    'Every product, or those of the times that are asked for, as a file for a spreadsheet that the import takes back',
  'cash-up': 'The cash-up of each day and way to pay, as a file for a spreadsheet',
} as const

/** Whose scope lets a key read the file. */
const areas = { orders: 'orders', payments: 'payments', products: 'catalogue', 'cash-up': 'payments' } as const

const exportRoute = (what: keyof typeof summaries, filter: z.ZodObject) => ({
  area: areas[what],
  method: 'GET' as const,
  url: `/admin/${what}.csv`,
  handlerTimeout: DOWNLOAD_TIMEOUT_MS,
  errors: ['BAD_REQUEST'] as const,
  description: {
    operationId: what === 'cash-up' ? 'admin-cashUp-export' : `admin-${what}-export`,
    tags: ['Administrator'],
    summary: summaries[what],
    requestParams: { query: filter },
    responses: {
      200: {
        description: 'UTF-8, amounts in shillings with two decimals',
        content: { 'text/csv': { schema: z.string() } },
      },
    },
  },
})

function inputOf<Schema extends z.ZodObject>(schema: Schema): (request: FastifyRequest) => z.output<Schema> {
  const read = queryReader(schema)
  const parameters = new Set(Object.keys(schema.shape))
  return (request) => {
    refuseUnknownParameters(request.query, parameters)
    const parsed = schema.safeParse(read(request.query as Record<string, unknown>))
    if (!parsed.success) throw new TRPCError({ code: 'BAD_REQUEST', cause: parsed.error })
    return parsed.data
  }
}

/** The first batch is read before anything is sent, so that a failure until then is answered as an error. */
async function sendCsv(
  reply: FastifyReply,
  { clock }: Context,
  name: string,
  columns: readonly string[],
  batches: AsyncGenerator<CsvRow[]>,
): Promise<FastifyReply> {
  const { value: first = [] } = await batches.next()
  const shape = columns.map((key) => ({ key, header: headingOf(key) }))
  async function* file() {
    yield csvText(first as CsvRow[], { columns: shape, isFirst: true })
    for await (const rows of batches) yield csvText(rows, { columns: shape, isFirst: false })
  }
  const day = nairobiDay(clock())
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}-${day}.csv"`)
    .send(Readable.from(file()))
}
