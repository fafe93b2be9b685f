import type { AdminOrder } from '@marashi/domain/contracts/admin-orders'

/** Whether money may pay an order that nothing has paid yet: it is flagged, or its receipt was typed and is not decided. */
export const isToCheck = ({
  paymentState,
  needsCheck,
  hasOpenClaim,
}: Pick<AdminOrder, 'paymentState' | 'needsCheck' | 'hasOpenClaim'>): boolean =>
  (paymentState === 'unpaid' || paymentState === 'on-delivery') && (needsCheck || hasOpenClaim)
