import type { TransactionSuggestion } from '@marashi/domain/contracts/admin-transactions'
import type { SuggestionReason, TransactionState } from '@marashi/domain/rules/gateway-transaction'
import { type Expression, expressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Tables } from '../../../tables.ts'
import { centsOfLine } from './cents-of-line.ts'
import { isSamePhone } from './same-phone.ts'

/** The order o beside the line t of a gateway's ledger, whose payer typed n.number; names in these fragments are theirs. */
const typedFor = sql<SqlBool>`(c.state = 'checking' or c.waits_for_other) and c.receipt = t.reference and c.gateway = t.gateway`
const typedNumber = sql<string>`left(regexp_replace(upper(coalesce(t.account, '')), '[^A-Z0-9]', '', 'g'), 40)`

const reasons: Record<SuggestionReason, Expression<SqlBool>> = {
  'same-amount': sql<SqlBool>`o.total * 100 = ${centsOfLine('t')}`,
  'same-phone': isSamePhone,
  'like-number': sql<SqlBool>`(length(n.number) >= 3 and (levenshtein(o.order_number, n.number) <= 1
    or position(o.order_number in n.number) > 0))`,
  'soon-after': sql<SqlBool>`t.occurred_at between o.created_at and o.created_at + interval '60 minutes'`,
  'typed-receipt': sql<SqlBool>`exists (select from receipt_claims c where c.order_id = o.id and ${typedFor})`,
}
const held = sql<SuggestionReason[]>`array_remove(array[${sql.join(
  Object.entries(reasons).map(([reason, holds]) => sql`case when ${holds} then ${sql.lit(reason)} end`),
)}], null)`
const minutesAfter = sql<number>`round(extract(epoch from t.occurred_at - o.created_at) / 60)::int`

// Each is found by an index and bounded: a page asks for a hundred lines at once, in a month of many orders of one price.
const NEAREST = sql.lit(300)
const isUnpaid = sql<SqlBool>`o.paid_at is null and o.deleted_at is null`
const isOfThatTime = sql<SqlBool>`o.created_at between t.occurred_at - interval '30 days' and t.occurred_at + interval '1 day'`
// Without "deleted_at is null": with it, PostgreSQL may read the orders of the month by their time.
const sameAmount = sql`(select o.id from orders o where o.paid_at is null and o.total = ${centsOfLine('t')} / 100.0 and ${isOfThatTime}
  order by o.created_at desc limit ${NEAREST})`
const soonAfter = sql`(select o.id from orders o where ${isUnpaid}
  and o.created_at between t.occurred_at - interval '60 minutes' and t.occurred_at order by o.created_at desc limit ${NEAREST})`
// An order's number has at most 12 letters and digits: one that differs by one of them is one of a thousand.
const oneOff = sql`select left(n.number, i) || other || substr(n.number, i + 1 + taken)
  from generate_series(0, length(n.number)) i, generate_series(0, 1) taken,
    string_to_table('ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789', null) other
  where length(n.number) between 3 and 13
  union all select left(n.number, i) || substr(n.number, i + 2) from generate_series(0, length(n.number) - 1) i`
const within = sql`select substr(n.number, i, long) from generate_series(1, length(n.number)) i, generate_series(1, 12) long
  where length(n.number) >= 3`
const likeNumber = sql`(select o.id from orders o where o.order_number = any(array(${oneOff} union all ${within})) and ${isOfThatTime})`
// Their money may be of another time: older than the order, where the shop books none by itself.
const sameNumber = sql`(select o.id from orders o where o.order_number = n.number)`
const sameReceipt = sql`(select c.order_id from receipt_claims c where ${typedFor})`
const candidates = sql.join([sameAmount, soonAfter, likeNumber, sameNumber, sameReceipt], sql` union `)

interface Beside {
  t: Tables['gateway_transactions'] & { state: TransactionState }
}
const { selectFrom } = expressionBuilder<Tables & Beside, 't'>()
const once = <Row>(what: RawBuilder<unknown>) => sql<Row>`(${what} offset 0)`

/**
 * Unpaid orders that the money of an unmatched line t may be for: at least two reasons speak for each. At most three, the
 * likeliest first. No name is compared: others pay for a customer.
 */
export const suggestedOrders = jsonArrayFrom(
  selectFrom(once<{ number: string }>(sql`select ${typedNumber} as number`).as('n'))
    .crossJoinLateral(sql<{ id: string }>`(${candidates})`.as('c'))
    // By its id alone: in a database that was not analysed yet any other condition may seem to be as rare.
    .crossJoinLateral(once<Tables['orders']>(sql`select o.* from orders o where o.id = c.id`).as('o'))
    .crossJoinLateral(once<{ reasons: SuggestionReason[] }>(sql`select ${held} as reasons`).as('h'))
    .where('t.state', '=', 'unmatched')
    .where(isUnpaid)
    .where(sql<SqlBool>`cardinality(h.reasons) >= 2`)
    .select(({ ref }) => [
      'o.id as orderId',
      'o.order_number as orderNumber',
      'o.customer_name as customerName',
      sql<number>`(${ref('o.total')} * 100)::float8`.as('amount'),
      'h.reasons',
      minutesAfter.as('minutesAfter'),
    ])
    .orderBy(sql`cardinality(h.reasons)`, 'desc')
    .orderBy(sql`abs(${minutesAfter})`)
    .orderBy('o.id')
    .limit(3),
).$castTo<TransactionSuggestion[]>()
