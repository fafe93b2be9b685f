import type { AdminOrder } from '@marashi/domain/contracts/admin-orders'

/** Whether money may pay an order, or what is left of one: it is flagged, or its receipt was typed and is not decided. */
export const isToCheck = ({
  paymentState,
  leftToPay,
  needsCheck,
  hasOpenClaim,
}: Pick<AdminOrder, 'paymentState' | 'leftToPay' | 'needsCheck' | 'hasOpenClaim'>): boolean =>
  (paymentState === 'unpaid' || paymentState === 'on-delivery' || leftToPay > 0) && (needsCheck || hasOpenClaim)
