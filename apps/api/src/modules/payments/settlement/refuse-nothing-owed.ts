import { ShopError } from '../../../shop-error.ts'

/** No gateway takes less than a shilling. Throws CONFLICT for an order that costs nothing; its total is in shillings. */
export function refuseNothingOwed({ total }: { total: number }): void {
  if (total < 1) {
    throw new ShopError('CONFLICT', 'There is nothing to pay on this order.', { code: 'NOTHING_TO_PAY' })
  }
}
