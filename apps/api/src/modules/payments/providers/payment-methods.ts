import type { PaymentMethods } from '@marashi/domain/contracts/payments'
import type { Context } from '../../../http/context.ts'

/** Which ways to pay work here now; the checkout offers no other. */
export function paymentMethodsOf({ env, gateways }: Pick<Context, 'env' | 'gateways'>): PaymentMethods {
  const { mpesa, card } = gateways
  return {
    mpesa: mpesa && {
      isDemo: mpesa.isDemo,
      maxShillings: env.MPESA_MAX_SHILLINGS,
      demoPhoneUrl: gateways.demoPhoneUrl,
      payYourself: mpesa.payYourself,
    },
    card: card && { publishableKey: card.publishableKey, minShillings: env.CARD_MIN_SHILLINGS },
  }
}
