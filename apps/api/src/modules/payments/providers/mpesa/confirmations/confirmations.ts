import type { ProviderConfirmations } from '../../provider-confirmations.ts'
import { notConfigured } from '../refusals.ts'
import { confirmationOperation, validationOperation } from './operations.ts'
import { readConfirmation } from './read-confirmation.ts'

/** Payments to the Paybill or Till that nobody was prompted for: Daraja's C2B API. */
export const mpesaConfirmations: ProviderConfirmations = {
  confirmation: {
    path: '/hooks/confirmation/:token',
    acknowledgement: { ResultCode: 0, ResultDesc: 'Accepted' },
    operation: confirmationOperation,
  },
  validation: {
    path: '/hooks/validation/:token',
    acknowledgement: { ResultCode: '0', ResultDesc: 'Accepted' },
    operation: validationOperation,
  },
  read: ({ env, gateways }, body) =>
    readConfirmation(body, gateways.registration?.shortcodes ?? [env.MPESA_SHORTCODE, env.MPESA_TILL]),
  unavailable({ gateways }) {
    if (!gateways.registration) return 'M-Pesa is not configured.'
    if (gateways.mpesa?.isDemo || gateways.callbackOrigin.startsWith('https://')) return null
    return 'M-Pesa only reports to a public https address. Set PUBLIC_URL to the one of this shop.'
  },
  // Safaricom keeps the addresses for each shortcode, and its sandbox keeps its own.
  account: ({ env, gateways }) =>
    `${gateways.registration?.shortcodes[0] ?? env.MPESA_SHORTCODE} at ${new URL(env.MPESA_BASE_URL).host}`,
  async register({ gateways }, addresses) {
    if (!gateways.registration) throw notConfigured()
    return await gateways.registration.register(addresses)
  },
}
