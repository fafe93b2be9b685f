import type { AdminOrder } from '@marashi/domain/contracts/admin-orders'

/** Whether the courier has brought the money of an order: the takings count it from its delivery. See docs/behaviour.md#revenue. */
export const isCashReceived = ({ paymentState, status, total }: AdminOrder): boolean =>
  paymentState === 'on-delivery' && status === 'delivered' && total > 0
