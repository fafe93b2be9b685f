import type { GatewayTransaction } from '@marashi/domain/contracts/admin-transactions'
import type { TransactionState } from '@marashi/domain/rules/gateway-transaction'
import type { EntityManager } from '@mikro-orm/postgresql'
import { type Expression, type SqlBool, sql } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import { db, instant } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'
import { notFound } from '../../../shop-error.ts'
import { centsOfLine, netOfLine } from './cents-of-line.ts'
import { isSentBack } from './sent-back.ts'
import { suggestedOrders } from './suggested-orders.ts'

// The callback of a payment by prompt may come after this report of it.
const GRACE_MS = 120_000

/** The lines of the ledgers as t, and what they are for, at this instant. */
function transactionsFrom(em: EntityManager, now: Date) {
  const isRecent = sql<boolean>`t.created_at > ${new Date(now.getTime() - GRACE_MS)}`
  const resemblesAttempt = sql<boolean>`exists (select from payments a where a.payment_method = t.gateway
    and a.status = 'processing' and a.amount * 100 = ${centsOfLine('t')} and a.deleted_at is null)`
  return db(em).selectFrom((from) =>
    from
      .selectFrom('gateway_transactions as t')
      .selectAll('t')
      .select([
        sql<boolean>`${isRecent} and ${resemblesAttempt}`.as('isWaiting'),
        sql<TransactionState>`case when t.payment_id is not null or t.refund_id is not null then 'matched'
            when t.dismissed_at is not null then 'dismissed' when t.kind <> 'payment' then 'none'
            when ${isRecent} and ${resemblesAttempt} then 'waiting' else 'unmatched' end`.as('state'),
      ])
      .as('t'),
  )
}

export type ListedState = Extract<TransactionState, 'unmatched' | 'matched' | 'dismissed'>

// Each is the condition of a partial index; the state alone would read every line that there ever was, and PostgreSQL would
// take it for a rare one.
const conditions: Record<ListedState, ReturnType<typeof sql<SqlBool>>> = {
  unmatched: sql`t.payment_id is null and t.refund_id is null and t.dismissed_at is null and t.kind = 'payment'
    and not t."isWaiting"`,
  matched: sql`(t.payment_id is not null or t.refund_id is not null)`,
  dismissed: sql`t.dismissed_at is not null`,
}

/** The lines in one state, as t. */
export const transactionsIn = (em: EntityManager, now: Date, state: ListedState) =>
  transactionsFrom(em, now).where(conditions[state])

/** A selection of lines as the administrator sees them, newest first. */
export async function transactionRecords(
  { em, clock }: Pick<Context, 'em' | 'clock'>,
  which: Expression<SqlBool>,
): Promise<GatewayTransaction[]> {
  return await transactionsFrom(em, clock())
    .where(which)
    .select([
      't.id',
      't.gateway as paymentMethod',
      't.reference',
      't.kind',
      't.state',
      centsOfLine('t').as('amount'),
      't.fee_cents as fee',
      netOfLine('t').as('net'),
      't.balance_currency as balanceCurrency',
      't.account',
      't.payer_name as payerName',
      't.payer_phone as payerPhone',
      't.description',
      't.related_reference as relatedReference',
      't.first_source as firstSource',
      isSentBack('t').as('isSentBack'),
    ])
    .select(({ ref, selectFrom }) => [
      instant(ref('t.occurred_at')).as('occurredAt'),
      instant(ref('t.on_statement_at')).as('onStatementAt'),
      instant(ref('t.dismissed_at')).as('dismissedAt'),
      suggestedOrders.as('suggestions'),
      jsonObjectFrom(
        selectFrom('payments as p')
          .innerJoin('orders as o', 'o.id', 'p.order_id')
          .whereRef('p.id', '=', 't.payment_id')
          .select(['p.id', 'p.order_id as orderId', 'o.order_number as orderNumber']),
      ).as('payment'),
      jsonObjectFrom(
        selectFrom('payment_refunds as r')
          .innerJoin('payments as p', 'p.id', 'r.payment_id')
          .innerJoin('orders as o', 'o.id', 'p.order_id')
          .whereRef('r.id', '=', 't.refund_id')
          .select(['r.id', 'r.payment_id as paymentId', 'o.order_number as orderNumber']),
      ).as('refund'),
      jsonArrayFrom(
        selectFrom('gateway_transaction_events as e')
          .whereRef('e.transaction_id', '=', 't.id')
          .select((e) => [instant(e.ref('e.at')).as('at'), 'e.by', 'e.what', 'e.note'])
          .orderBy('e.id', 'desc'),
      ).as('events'),
    ])
    .orderBy('t.occurred_at', 'desc')
    .orderBy('t.id', 'desc')
    .execute()
}

/** One line as the administrator sees it. Throws NOT_FOUND. */
export async function transactionRecordOf(ctx: Pick<Context, 'em' | 'clock'>, id: string): Promise<GatewayTransaction> {
  const [record] = await transactionRecords(ctx, sql<SqlBool>`t.id = ${id}`)
  if (!record) throw notFound('Transaction')
  return record
}
