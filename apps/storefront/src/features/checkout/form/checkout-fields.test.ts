import { describe, expect, it } from 'vitest'
import { mpesaFields } from './checkout-fields.ts'

const form = {
  firstName: 'Amina',
  lastName: 'Otieno',
  email: 'amina@example.com',
  phone: '0712 345 678',
  address: 'Kimathi Street 4',
  deliveryLocation: 'embu' as const,
  mpesaPhone: '',
}
const complaints = (change: object) => {
  const checked = mpesaFields.safeParse({ ...form, ...change })
  return checked.success ? [] : checked.error.issues.map(({ path }) => path.join('.'))
}

describe('the number that pays by M-Pesa', () => {
  it('may stay empty, as its hint says', () => {
    expect(complaints({})).toEqual([])
  })

  it('is not demanded of an empty checkout, which is told that the phone is missing', () => {
    expect(complaints({ phone: '' })).toEqual(['phone'])
  })

  it('is not called wrong beside the contact phone that it repeats', () => {
    expect(complaints({ phone: '12', mpesaPhone: '12' })).toEqual(['phone'])
  })

  it.each([
    ['a phone of another network that would pay', { phone: '0733 123 456' }],
    ['a wrong number of its own', { mpesaPhone: '12' }],
    ['a landline', { mpesaPhone: '020 123 4567' }],
  ])('is told at its field: %s', (_what, change) => {
    expect(complaints(change)).toEqual(['mpesaPhone'])
  })
})
