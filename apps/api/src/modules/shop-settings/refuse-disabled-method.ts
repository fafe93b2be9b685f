import type { ShopSettings } from '@marashi/domain/rules/settings/groups'
import type { WayToPay } from '@marashi/domain/rules/settings/payments'
import { ShopError } from '../../shop-error.ts'

/** Throws UNPROCESSABLE_CONTENT where the owner has switched this method of payment off. */
export function refuseDisabledMethod(settings: ShopSettings, method: string): void {
  if (isMethodDisabled(settings, method)) throw methodDisabled()
}

export const isMethodDisabled = ({ payments }: ShopSettings, method: string): boolean =>
  payments.switchedOff.includes(method as WayToPay)

export const methodDisabled = () =>
  new ShopError(
    'UNPROCESSABLE_CONTENT',
    'The shop does not take this way to pay at the moment. Please choose another one.',
    { code: 'PAYMENT_METHOD_OFF' },
  )
