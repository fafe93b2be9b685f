import type { CashUp, DifferingLine, OurLine, TheirLine } from '@marashi/domain/contracts/admin-cash-up'
import { sql } from 'kysely'
import { db, instant } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'
import type { Period } from '../providers/provider-ledger.ts'
import { listedMoney, unlistedMoney } from './day-money.ts'

const AT_MOST = 200

type Ctx = Pick<Context, 'em'>
type Lists = Pick<CashUp, 'theirsNotOurs' | 'oursNotTheirs' | 'differing'>

/** The three lists that explain the difference of a day to the cent; `total` and `sum` are of all their lines. */
export async function cashUpLists(ctx: Ctx, period: Period): Promise<Lists> {
  const [theirs, ours, differing, sums] = await Promise.all([
    theirsNotOurs(ctx, period),
    oursNotTheirs(ctx, period),
    differingLines(ctx, period),
    sumsOf(ctx, period),
  ])
  return {
    theirsNotOurs: { lines: theirs, total: sums.theirsTotal, sum: sums.theirsSum },
    oursNotTheirs: { lines: ours, total: sums.oursTotal, sum: sums.oursSum },
    differing: { lines: differing, total: sums.differingTotal, sum: sums.differingSum },
  }
}

/** Of a listed line l: the shop's books have nothing for it. */
export const isTheirs = sql<boolean>`not l.is_ours and not l.is_dismissed`
/** Of a listed line l: they have another amount. */
export const isDiffering = sql<boolean>`l.is_ours and l.theirs <> l.ours`

async function sumsOf({ em }: Ctx, period: Period) {
  const listed = await db(em)
    .selectFrom(listedMoney(em, period).as('l'))
    .select([
      sql<number>`count(*) filter (where ${isTheirs})`.as('theirsTotal'),
      sql<number>`coalesce(sum(l.theirs) filter (where ${isTheirs}), 0)::bigint`.as('theirsSum'),
      sql<number>`count(*) filter (where ${isDiffering})`.as('differingTotal'),
      sql<number>`coalesce(sum(l.theirs - l.ours) filter (where ${isDiffering}), 0)::bigint`.as('differingSum'),
    ])
    .executeTakeFirstOrThrow()
  const unlisted = await db(em)
    .selectFrom(unlistedMoney(em, period).as('u'))
    .where('u.is_covered', '=', true)
    .select([sql<number>`count(*)`.as('oursTotal'), sql<number>`coalesce(sum(u.ours), 0)::bigint`.as('oursSum')])
    .executeTakeFirstOrThrow()
  return { ...listed, ...unlisted }
}

/**
 * The payment that a dispute or a refund is about stands beside it, as far as the gateway names it. These come first: a till may
 * list thousands of payments, which have a list of their own, and what went back stands nowhere else.
 */
function theirsNotOurs({ em }: Ctx, period: Period): Promise<TheirLine[]> {
  return db(em)
    .selectFrom(listedMoney(em, period).as('l'))
    .innerJoin('gateway_transactions as g', 'g.id', 'l.transaction_id')
    .where(isTheirs)
    .select(({ ref }) => [
      'g.id as transactionId',
      'g.gateway as method',
      sql<TheirLine['kind']>`g.kind`.as('kind'),
      'g.reference',
      'g.related_reference as relatedReference',
      'l.theirs as amount',
      instant(ref('g.occurred_at')).as('occurredAt'),
      'g.description',
      'g.account',
      'g.payer_name as payerName',
      sql<TheirLine['payment']>`(
        select jsonb_build_object('id', p.id, 'orderId', p.order_id, 'orderNumber', o.order_number)
        from payments p join orders o on o.id = p.order_id
        where upper(p.provider_receipt) = upper(g.related_reference) and p.payment_method = g.gateway
        limit 1)`.as('payment'),
    ])
    .orderBy(sql`g.kind = 'payment'`)
    .orderBy('g.occurred_at')
    .orderBy('g.id')
    .limit(AT_MOST)
    .execute()
}

function oursNotTheirs({ em }: Ctx, period: Period): Promise<OurLine[]> {
  return db(em)
    .selectFrom(unlistedMoney(em, period).as('u'))
    .innerJoin('payments as p', 'p.id', 'u.payment_id')
    .innerJoin('orders as o', 'o.id', 'p.order_id')
    .where('u.is_covered', '=', true)
    .select(({ ref }) => [
      'u.payment_id as paymentId',
      'u.refund_id as refundId',
      'u.method',
      'o.id as orderId',
      'o.order_number as orderNumber',
      'o.customer_name as customerName',
      'u.ours as amount',
      receiptOf('u.refund_id').as('receipt'),
      instant(ref('u.at').$castTo<Date>()).as('at'),
      'u.is_manual as isManual',
    ])
    .orderBy('u.at')
    .orderBy('u.payment_id')
    .limit(AT_MOST)
    .execute()
}

function differingLines({ em }: Ctx, period: Period): Promise<DifferingLine[]> {
  return db(em)
    .selectFrom(listedMoney(em, period).as('l'))
    .innerJoin('payments as p', 'p.id', 'l.payment_id')
    .innerJoin('orders as o', 'o.id', 'p.order_id')
    .leftJoin('payment_refunds as r', 'r.id', 'l.refund_id')
    .where(isDiffering)
    .select(({ ref }) => [
      'p.id as paymentId',
      'l.refund_id as refundId',
      'l.method',
      'o.id as orderId',
      'o.order_number as orderNumber',
      'o.customer_name as customerName',
      'l.ours as amount',
      receiptOf('l.refund_id').as('receipt'),
      instant(ref('l.occurred_at')).as('at'),
      sql<boolean>`coalesce(r.is_manual, p.is_manual)`.as('isManual'),
      'l.theirs',
      'l.transaction_id as transactionId',
    ])
    .orderBy('l.occurred_at')
    .orderBy('l.transaction_id')
    .limit(AT_MOST)
    .execute()
}

/** What the gateway knows the payment p, or its refund, by. */
const receiptOf = (refundId: string) => sql<string | null>`case when ${sql.ref(refundId)} is null
  then coalesce(p.receipt_number, p.provider_receipt, p.transaction_id)
  else (select coalesce(x.provider_receipt, x.provider_reference) from payment_refunds x where x.id = ${sql.ref(refundId)}) end`
