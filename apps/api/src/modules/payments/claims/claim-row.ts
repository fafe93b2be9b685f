import type { ReceiptClaim } from '@marashi/domain/contracts/admin-receipt-claims'
import type { EntityManager } from '@mikro-orm/postgresql'
import { db, instant, isSet } from '../../../db/db.ts'
import { centsOf } from '../records/payment-row.ts'

/** Claims with their orders, as the administrator's answers hold them. */
export const claimRows = (em: EntityManager) =>
  db(em)
    .selectFrom('receipt_claims as claim')
    .innerJoin('orders as o', 'o.id', 'claim.order_id')
    .select(({ ref }) => [
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
    ])

type ClaimRow = Awaited<ReturnType<ReturnType<typeof claimRows>['executeTakeFirstOrThrow']>>

export const receiptClaimOf = ({ total, isPlanned, ...claim }: ClaimRow): ReceiptClaim => ({
  ...claim,
  amount: centsOf(total),
  isWithShop: claim.state === 'checking' && !isPlanned,
})
