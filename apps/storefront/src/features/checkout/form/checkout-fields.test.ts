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
const invalidFields = (change: object) => {
  const checked = mpesaFields.safeParse({ ...form, ...change })
  return checked.success ? [] : checked.error.issues.map(({ path }) => path.join('.'))
}

describe('the number that pays by M-Pesa', () => {
  it('may stay empty, as its hint says', () => {
    expect(invalidFields({})).toEqual([])
  })

  it('is not required in an empty form, where the contact phone is missing', () => {
    expect(invalidFields({ phone: '' })).toEqual(['phone'])
  })

  it('is not marked as wrong beside the contact phone that it repeats', () => {
    expect(invalidFields({ phone: '12', mpesaPhone: '12' })).toEqual(['phone'])
  })

  it.each([
    ['a phone of another network that would pay', { phone: '0733 123 456' }],
    ['a wrong number of its own', { mpesaPhone: '12' }],
    ['a landline', { mpesaPhone: '020 123 4567' }],
  ])('is marked at its own field: %s', (_what, change) => {
    expect(invalidFields(change)).toEqual(['mpesaPhone'])
  })

  it('is marked together with the other fields', () => {
    expect(invalidFields({ firstName: '', mpesaPhone: '12' })).toEqual(['firstName', 'mpesaPhone'])
  })
})
