import { describe, expect, it } from 'vitest'
import type { CheckoutFields } from './checkout-fields.ts'
import { formProblem } from './form-problem.ts'

const filled: CheckoutFields = {
  firstName: 'Amina',
  lastName: 'Otieno',
  email: 'amina@example.com',
  phone: '0712 345 678',
  address: 'Kimathi Street 4',
  deliveryLocation: 'embu',
  mpesaPhone: '',
}

describe('what the toast of a form with errors says', () => {
  it.each(['firstName', 'lastName', 'email', 'phone', 'address'] as const)('says that %s is missing', (name) => {
    expect(formProblem({ ...filled, [name]: ' ' }, 'mpesa')).toEqual({
      title: 'Missing information',
      text: 'Please fill in all required fields.',
    })
  })

  it('names what is missing before a number that M-Pesa cannot prompt', () => {
    expect(formProblem({ ...filled, firstName: '', mpesaPhone: '12' }, 'mpesa')?.title).toBe('Missing information')
  })

  it('says that M-Pesa cannot prompt the number, while M-Pesa pays', () => {
    expect(formProblem({ ...filled, mpesaPhone: '12' }, 'mpesa')?.title).toBe('Invalid phone number')
    expect(formProblem({ ...filled, mpesaPhone: '12' }, 'manual')).toBeNull()
  })

  it('leaves an address that cannot be one to its field', () => {
    expect(formProblem({ ...filled, email: 'amina at example' }, 'mpesa')).toBeNull()
  })
})
