import type { TransactionSuggestion } from '@marashi/domain/contracts/admin-transactions'
import type { SuggestionReason } from '@marashi/domain/rules/gateway-transaction'
import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Tables } from '../../../tables.ts'
import { centsOfLine } from './cents-of-line.ts'
import { isSamePhone } from './same-phone.ts'

/** The order o beside the line t of a gateway's ledger; names in these fragments are theirs. */
const typedNumber = sql<string>`left(regexp_replace(upper(coalesce(t.account, '')), '[^A-Z0-9]', '', 'g'), 40)`
const typedFor = sql<SqlBool>`(c.state = 'checking' or c.waits_for_other) and c.receipt = t.reference and c.gateway = t.gateway`

const reasons: Record<SuggestionReason, Expression<SqlBool>> = {
  'same-amount': sql<SqlBool>`o.total * 100 = ${centsOfLine('t')}`,
  'same-phone': isSamePhone,
  'like-number': sql<SqlBool>`(length(${typedNumber}) >= 3 and (levenshtein(o.order_number, ${typedNumber}) <= 1
    or position(o.order_number in ${typedNumber}) > 0))`,
  'soon-after': sql<SqlBool>`t.occurred_at between o.created_at and o.created_at + interval '60 minutes'`,
  'typed-receipt': sql<SqlBool>`exists (select from receipt_claims c where c.order_id = o.id and ${typedFor})`,
}
const held = sql<SuggestionReason[]>`array_remove(array[${sql.join(
  Object.entries(reasons).map(([reason, holds]) => sql`case when ${holds} then ${sql.lit(reason)} end`),
)}], null)`
const minutesAfter = sql<number>`round(extract(epoch from t.occurred_at - o.created_at) / 60)::int`

const ofThatTime = sql`select o.id from orders o where o.paid_at is null and o.deleted_at is null
  and o.created_at between t.occurred_at - interval '30 days' and t.occurred_at + interval '1 day'
  and (${reasons['same-amount']} or ${reasons['soon-after']} or ${reasons['like-number']})`
// Their money may be of another time: older than the order, where the shop books none by itself.
const sameNumber = sql`select o.id from orders o where o.order_number = ${typedNumber}`
const sameReceipt = sql`select c.order_id from receipt_claims c where ${typedFor}`

const { selectFrom } = expressionBuilder<Tables>()

/**
 * Unpaid orders that the money of an unmatched line t may be for: at least two reasons speak for each. At most three, the
 * likeliest first. No name is compared: others pay for a customer.
 */
export const suggestedOrders = jsonArrayFrom(
  selectFrom('orders as o')
    .where('o.deleted_at', 'is', null)
    .where('o.paid_at', 'is', null)
    .where(sql<SqlBool>`t.state = 'unmatched'`)
    .where(sql<SqlBool>`o.id in (${ofThatTime} union ${sameNumber} union ${sameReceipt})`)
    .where(sql<SqlBool>`cardinality(${held}) >= 2`)
    .select(({ ref }) => [
      'o.id as orderId',
      'o.order_number as orderNumber',
      'o.customer_name as customerName',
      sql<number>`(${ref('o.total')} * 100)::float8`.as('amount'),
      held.as('reasons'),
      minutesAfter.as('minutesAfter'),
    ])
    .orderBy(sql`cardinality(${held})`, 'desc')
    .orderBy(sql`abs(${minutesAfter})`)
    .orderBy('o.id')
    .limit(3),
).$castTo<TransactionSuggestion[]>()
