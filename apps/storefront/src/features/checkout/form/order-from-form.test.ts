import type { PlaceOrder, Quote } from '@marashi/domain/contracts/checkout'
import { expect, it } from 'vitest'
import { orderFromForm, payingPhoneNow } from './order-from-form.ts'

const form = {
  firstName: 'Amina',
  lastName: 'Otieno',
  email: 'amina@example.com',
  phone: '0712 345 678',
  address: 'Kimathi Street 4',
  mpesaPhone: '0711 000 111',
  deliveryLocation: 'embu',
}
const quote = { deliveryLocation: 'embu', items: [] } as unknown as Quote
const orderBy = (method: PlaceOrder['order']['paymentMethod']) => orderFromForm(form, quote, method)

it.each([
  ['as it was sent', {}, 'mpesa', '0711 000 111'],
  ['corrected since', { mpesaPhone: ' 0711 000 222 ' }, 'mpesa', '0711 000 222'],
  ['emptied since', { mpesaPhone: '' }, 'mpesa', '0712 345 678'],
  ['one that M-Pesa cannot prompt', { mpesaPhone: '0201234567' }, 'mpesa', undefined],
  ['of another customer', { firstName: 'Brian', mpesaPhone: '0711 000 222' }, 'mpesa', undefined],
  ['of nobody yet', { firstName: '', email: '', phone: '', address: '' }, 'mpesa', undefined],
  ['of an order that is paid to the courier', {}, 'manual', undefined],
] as const)('the M-Pesa number for an order that is sent again: %s', (_, changes, method, phone) => {
  expect(payingPhoneNow({ ...form, ...changes }, orderBy(method))).toBe(phone)
})
