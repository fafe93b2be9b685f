/** The name of every status, as badges and lists show it. */
export const statusCopy = {
  pending: 'Pending',
  processing: 'Processing',
  shipped: 'Shipped',
  delivered: 'Delivered',
  cancelled: 'Cancelled',
  approved: 'Approved',
  rejected: 'Rejected',
  completed: 'Completed',
  failed: 'Failed',
  refunded: 'Refunded',
  initiated: 'Initiated',
  paid: 'Paid',
} as const
export type Status = keyof typeof statusCopy
