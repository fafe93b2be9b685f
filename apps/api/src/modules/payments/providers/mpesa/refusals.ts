import { phoneRequired } from '@marashi/domain/contracts/payments'
import { ShopError } from '../../../../shop-error.ts'

export const phoneProblems = {
  required: phoneRequired,
  invalid: 'Invalid phone number: please enter a valid Kenyan mobile number (Safaricom, Airtel, or Telkom).',
  network: 'Invalid phone number: this network cannot be used. Invalid network.',
}

export const wrongPhone = (message: string) =>
  new ShopError('BAD_REQUEST', message, { code: 'MPESA_PHONE', fields: { phone: message } })

export const notConfigured = () =>
  new ShopError('SERVICE_UNAVAILABLE', 'M-Pesa is not configured', { code: 'MPESA_NOT_CONFIGURED' })
