import { orderPaymentMethods } from '@marashi/domain/contracts/checkout'
import type { PaymentMethods } from '@marashi/domain/contracts/payments'
import type { Context } from '../../../http/context.ts'
import { settingsOf } from '../../shop-settings/settings-of.ts'

/**
 * Which ways to pay work here now; the checkout offers no other. The card is offered where it is not set up, too, and shows
 * that there. What the owner has switched off is not in `offered`.
 */
export async function paymentMethodsOf(ctx: Pick<Context, 'env' | 'gateways' | 'settings'>): Promise<PaymentMethods> {
  const { env, gateways } = ctx
  const { mpesa, card } = gateways
  const { switchedOff, ...words } = (await settingsOf(ctx)).payments
  const offered = orderPaymentMethods.filter(
    (method) => !switchedOff.includes(method) && (method !== 'mpesa' || mpesa !== null),
  )
  const payYourself = switchedOff.includes('by-hand') ? null : (mpesa?.payYourself ?? null)
  return {
    offered,
    mpesa:
      mpesa && (offered.includes('mpesa') || payYourself)
        ? {
            isDemo: mpesa.isDemo,
            maxShillings: env.MPESA_MAX_SHILLINGS,
            demoPhoneUrl: gateways.demoPhoneUrl,
            payYourself: payYourself && { ...payYourself, ...words },
          }
        : null,
    // Also while the owner has switched cards off: a card payment that has begun goes on, and its form needs the key.
    card: card && { publishableKey: card.publishableKey, minShillings: env.CARD_MIN_SHILLINGS },
  }
}
