import type { TimeFilter } from '@marashi/domain/contracts/admin-lists'
import type { PaymentListQuery } from '@marashi/domain/contracts/admin-payments'
import { type Expression, sql } from 'kysely'
import { db, nairobiSecond } from '../../../db/db.ts'
import { isAfter, placeTime, READ_BATCH, readInBatches } from '../../../db/read-in-batches.ts'
import type { Context } from '../../../http/context.ts'
import { reference } from './payment-row.ts'
import { paymentMatches } from './payment-search.ts'

type PaymentFilter = Pick<PaymentListQuery, 'search' | 'method' | 'status'> & TimeFilter

/** One payment in the file; amounts in shillings with two decimals, as text. */
type PaymentLine = Record<(typeof paymentExportColumns)[number], string | null>

export const paymentExportColumns = [
  'id',
  'order',
  'created',
  'method',
  'amount',
  'currency',
  'status',
  'reference',
  'transactionId',
  'fee',
  'refunded',
  'completed',
  'surplus',
  'attention',
  'failure',
] as const

/** Every payment that the list would show under the same filters, newest first, in batches. */
export async function* exportPayments(
  { em }: Pick<Context, 'em'>,
  filter: PaymentFilter,
): AsyncGenerator<PaymentLine[]> {
  yield* readInBatches((after) =>
    db(em)
      .with('page', (query) =>
        query
          .selectFrom(paymentMatches(filter).as('matches'))
          .select('id')
          .where(({ ref }) => isAfter(after, ref('created_at'), ref('id')))
          .orderBy('created_at', 'desc')
          .orderBy('id', 'desc')
          .limit(READ_BATCH),
      )
      .selectFrom('page')
      .innerJoin('payments as p', 'p.id', 'page.id')
      .innerJoin('orders as o', 'o.id', 'p.order_id')
      .select(({ eb, ref }) => [
        'p.id',
        placeTime(ref('p.created_at')).as('createdAt'),
        'o.order_number as order',
        nairobiSecond(ref('p.created_at')).as('created'),
        'p.payment_method as method',
        asText(ref('p.amount')).as('amount'),
        'p.currency',
        'p.status',
        reference.as('reference'),
        'p.transaction_id as transactionId',
        asText(ref('p.processing_fee')).as('fee'),
        asText(ref('p.refunded_amount')).as('refunded'),
        nairobiSecond(ref('p.completed_at')).as('completed'),
        eb.case().when('p.is_surplus', '=', true).then('yes').end().as('surplus'),
        openFlags.as('attention'),
        'p.failure_reason as failure',
      ])
      .orderBy('p.created_at', 'desc')
      .orderBy('p.id', 'desc')
      .execute(),
  )
}

/** Every open flag of the payment p, oldest first. */
const openFlags = sql<string | null>`(select string_agg(f.what, ', ' order by f.id) from payment_flags f
  where f.payment_id = p.id and f.resolved_at is null)`

const asText = <Shillings extends number | null>(shillings: Expression<Shillings>) =>
  sql<string | Extract<Shillings, null>>`${shillings}::text`
