import type { ShopSettings } from '@marashi/domain/rules/settings/groups'
import type { WayToPay } from '@marashi/domain/rules/settings/payments'
import { ShopError } from '../../shop-error.ts'

/** Throws UNPROCESSABLE_CONTENT where the owner has switched this way to pay off. */
export function refuseWayOff(settings: ShopSettings, way: string): void {
  if (isWayOff(settings, way)) throw wayOff()
}

export const isWayOff = ({ payments }: ShopSettings, way: string): boolean =>
  payments.switchedOff.includes(way as WayToPay)

export const wayOff = () =>
  new ShopError(
    'UNPROCESSABLE_CONTENT',
    'The shop does not take this way to pay at the moment. Please choose another one.',
    { code: 'PAYMENT_METHOD_OFF' },
  )
