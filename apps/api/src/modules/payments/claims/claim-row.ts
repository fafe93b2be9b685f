import type { ReceiptClaim } from '@marashi/domain/contracts/admin-receipt-claims'
import { centsOf } from '@marashi/domain/rules/money'
import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { db, instant, isSet } from '../../../db/db.ts'

const MOST_OTHERS = 20

/** Claims with their orders, as the administrator's answers hold them. */
export const claimRows = (em: EntityManager) =>
  db(em)
    .selectFrom('receipt_claims as claim')
    .innerJoin('orders as o', 'o.id', 'claim.order_id')
    .leftJoin('gateway_transactions as line', (join) =>
      join.onRef('line.reference', '=', 'claim.receipt').onRef('line.gateway', '=', 'claim.gateway'),
    )
    .select(({ ref, lit, selectFrom }) => [
      'claim.id',
      'claim.order_id as orderId',
      'o.order_number as orderNumber',
      'o.customer_name as customerName',
      'o.total',
      'claim.gateway as paymentMethod',
      'claim.receipt',
      'claim.state',
      'claim.reason',
      'claim.note',
      instant(ref('claim.asked_at')).as('askedAt'),
      instant(ref('claim.answered_at')).as('answeredAt'),
      'claim.query_count as queryCount',
      isSet(ref('claim.next_query_at')).as('isPlanned'),
      'claim.left_because as leftBecause',
      sql<number | null>`round(extract(epoch from line.occurred_at - o.created_at) / 60)::int`.as('minutesAfter'),
      jsonArrayFrom(
        selectFrom('receipt_claims as other')
          .innerJoin('orders as its', 'its.id', 'other.order_id')
          .whereRef('other.receipt', '=', 'claim.receipt')
          .whereRef('other.gateway', '=', 'claim.gateway')
          .whereRef('other.id', '<>', 'claim.id')
          .where('other.waits_for_other', '=', lit(true))
          .where('its.deleted_at', 'is', null)
          .select(['its.id as orderId', 'its.order_number as orderNumber'])
          .orderBy('other.number')
          .limit(MOST_OTHERS),
      ).as('alsoTypedFor'),
    ])

type ClaimRow = Awaited<ReturnType<ReturnType<typeof claimRows>['executeTakeFirstOrThrow']>>

export const receiptClaimOf = ({ total, isPlanned, ...claim }: ClaimRow): ReceiptClaim => ({
  ...claim,
  amount: centsOf(total),
  isWithShop: claim.state === 'checking' && !isPlanned,
})
