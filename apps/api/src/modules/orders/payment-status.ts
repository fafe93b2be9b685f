import type { PaymentState, PaymentStatusAnswer } from '@marashi/domain/contracts/orders'
import { mpesaFailureOf } from '@marashi/domain/rules/mpesa-failure'
import { mpesaOutcomeOf } from '@marashi/domain/rules/mpesa-outcome'
import { claimMessage, shownState } from '@marashi/domain/rules/receipt-claim'
import { expressionBuilder } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import { compileOnce } from '../../db/compile-once.ts'
import { db, instant, isSet } from '../../db/db.ts'
import type { Context } from '../../http/context.ts'
import { notFound } from '../../shop-error.ts'
import type { Tables } from '../../tables.ts'

/** How an order's payment stands; the id alone is the permission to see it. Throws NOT_FOUND. */
export async function paymentStatus(
  ctx: Pick<Context, 'em' | 'env'>,
  { id }: { id: string },
): Promise<PaymentStatusAnswer> {
  return (await statusAndClaim(ctx, { id })).status
}

/** With it, whether the receipt that the shopper typed last is being checked for this order, and not for another one first. */
export async function statusAndClaim({ em, env }: Pick<Context, 'em' | 'env'>, { id }: { id: string }) {
  const [order] = await statusOf(em, { id })
  if (!order) throw notFound('Order')
  const { gatewayCode, claim, isReceiptQueued, ...status } = order
  const failureCode = status.mpesaStatus === 'failed' ? mpesaFailureOf(gatewayCode ?? '') : null
  const shown: PaymentStatusAnswer = {
    ...status,
    failureCode,
    mpesaOutcome: mpesaOutcomeOf(status.mpesaStatus, failureCode),
    receiptClaim: claim && {
      state: shownState(claim),
      message: claimMessage({ ...claim, isWithShop: !claim.isPlanned }),
      askedAt: claim.askedAt,
    },
    // Without a mail server receipts wait, and may be left out.
    isReceiptOnItsWay: isReceiptQueued && env.SMTP_URL !== undefined,
  }
  return { status: shown, isChecking: claim?.state === 'checking' }
}

const eb = expressionBuilder<Tables & { o: Tables['orders'] }, 'o'>()

/** The payment state of the order `o`. */
export const paymentStateOf = eb
  .case()
  .when('o.paid_at', 'is not', null)
  .then(eb.val<PaymentState>('paid'))
  .when('o.refunded_at', 'is not', null)
  .then(eb.val<PaymentState>('refunded'))
  .when(eb.or([eb('o.status', '=', 'cancelled'), eb('o.deleted_at', 'is not', null)]))
  .then(eb.val<PaymentState>('cancelled'))
  .when('o.payment_method', '=', 'manual')
  .then(eb.val<PaymentState>('on-delivery'))
  .else(eb.val<PaymentState>('unpaid'))
  .end()

const statusOf = compileOnce((em, { id }: { id: string }) =>
  db(em)
    .selectFrom('orders as o')
    .where('o.id', '=', id)
    .select(({ and, eb, exists, lit, not, selectFrom }) => [
      'o.mpesa_status as mpesaStatus',
      'o.mpesa_receipt_number as mpesaReceiptNumber',
      paymentStateOf.as('state'),
      selectFrom('payments as p')
        .whereRef('p.order_id', '=', 'o.id')
        .where('o.mpesa_status', '=', 'failed')
        .where('p.payment_method', '=', 'mpesa')
        .where('p.is_manual', '=', false)
        .where('p.status', '=', 'failed')
        // The end that came last: of two prompts the older one may have ended after the newer was refused.
        .orderBy('p.failed_at', (order) => order.desc().nullsLast())
        .orderBy('p.created_at', 'desc')
        .orderBy('p.id', 'desc')
        .limit(1)
        .select('p.failure_code')
        .as('gatewayCode'),
      and([
        eb('o.paid_at', 'is not', null),
        exists(
          selectFrom('payments as p')
            .innerJoin('payment_emails as e', 'e.payment_id', 'p.id')
            .whereRef('p.order_id', '=', 'o.id')
            .where('e.refund_id', 'is', null)
            .where(({ eb, or }) => or([eb('e.sent_at', 'is not', null), eb('e.next_attempt_at', 'is not', null)]))
            .select('e.id'),
        ),
      ])
        .$castTo<boolean>()
        .as('isReceiptQueued'),
      not(
        exists(
          selectFrom('order_items as i')
            .whereRef('i.order_id', '=', 'o.id')
            // Not a parameter, so that every plan may read the index of such lines, which are few.
            .where('i.given_back', '>', lit(0))
            .select('i.id'),
        ),
      )
        .$castTo<boolean>()
        .as('isHolding'),
      jsonObjectFrom(
        selectFrom('receipt_claims as c')
          .whereRef('c.order_id', '=', 'o.id')
          .orderBy('c.number', 'desc')
          .limit(1)
          .select(({ ref }) => [
            'c.state',
            'c.receipt',
            'c.reason',
            'c.note',
            'c.waits_for_other as waitsForOther',
            instant(ref('c.asked_at')).as('askedAt'),
            isSet(ref('c.next_query_at')).as('isPlanned'),
          ]),
      ).as('claim'),
    ]),
)
