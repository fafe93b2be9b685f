import type { OrderPage } from '@marashi/domain/contracts/order-page'

/** An order that the shopper may pay now. */
export const isPayable = ({ state, status }: OrderPage): boolean => state === 'unpaid' && status !== 'cancelled'

/** One that can be paid, or whose prompt is on a phone: whoever sent that prompt may send it again or cancel it. */
export const isOpen = ({ state, status }: OrderPage): boolean =>
  (state === 'unpaid' || state === 'pending') && status !== 'cancelled'
