import type { OrderPage } from '@marashi/domain/contracts/order-page'

/** An order that the shopper may pay now. */
export const isPayable = ({ state, status }: OrderPage): boolean => state === 'unpaid' && status !== 'cancelled'
