import { describe, expect, it } from 'vitest'
import { checkoutForm, contactPhone, placeOrderInput, quoteInput } from './checkout.ts'

const productId = 'f47ac10b-58cc-4372-a567-0e02b2c3d479'

describe('contactPhone', () => {
  it.each(['0712345678', '+254 712 345 678', '(020) 123-4567', '+1 202 555 0143', '0733 123 456'])(
    'takes %j, which a courier can ring',
    (phone) => {
      expect(contactPhone.safeParse(phone).success).toBe(true)
    },
  )

  it('drops the invisible marks of a number copied from a contact list', () => {
    expect(contactPhone.parse('\u202a+254 712 345 678\u202c')).toBe('+254 712 345 678')
  })

  it.each(['712 345 678', '712345678', '+254 0712 345 678', '002540712345678'])(
    'takes %j for the number of whoever else orders by 0712345678',
    (phone) => {
      expect(contactPhone.parse(phone)).toBe('0712345678')
    },
  )

  it.each(['0712 345 678', '+254 712 345 678', '+1 712 345 6789'])('keeps %j as it was written', (phone) => {
    expect(contactPhone.parse(phone)).toBe(phone)
  })

  it.each(['', '123456', 'call me maybe', '0712345678x', '+', '1'.repeat(31)])('refuses %j', (phone) => {
    expect(contactPhone.safeParse(phone).success).toBe(false)
  })
})

describe('checkoutForm', () => {
  const filled = {
    firstName: 'Amina',
    lastName: 'Otieno',
    email: ' amina@example.com ',
    phone: '0712345678',
    address: 'Kimathi Street',
    deliveryLocation: 'embu',
  }

  it('takes a filled form and trims it', () => {
    expect(checkoutForm.parse(filled)).toMatchObject({ email: 'amina@example.com' })
  })

  it.each(['firstName', 'lastName', 'email', 'phone', 'address'])('names the empty field: %s', (field) => {
    const issues = checkoutForm.safeParse({ ...filled, [field]: '  ' }).error?.issues
    expect(issues?.[0]?.path).toEqual([field])
    expect(issues?.[0]?.message).toMatch(/is required$/)
  })

  it.each(['firstName', 'lastName', 'phone'])('refuses a second line and says so: %s', (field) => {
    const issues = checkoutForm.safeParse({ ...filled, [field]: '0712\n345678' }).error?.issues
    expect(issues?.[0]).toMatchObject({ path: [field], message: 'Must be one line, without tabs' })
  })

  it('refuses what cannot be the id of a place', () => {
    expect(checkoutForm.safeParse({ ...filled, deliveryLocation: 'Mombasa, by the sea' }).success).toBe(false)
  })
})

describe('quoteInput', () => {
  const line = { productId, quantity: 1 }
  const quote = (items: object[]) => quoteInput.safeParse({ deliveryLocation: 'embu', items })

  it.each([
    ['no line', []],
    ['51 lines', Array(51).fill(line)],
    ['no piece', [{ ...line, quantity: 0 }]],
    ['100 pieces', [{ ...line, quantity: 100 }]],
    ['half a piece', [{ ...line, quantity: 0.5 }]],
    ['true pieces', [{ ...line, quantity: true }]],
    ['a price of its own', [{ ...line, productPrice: 1 }]],
  ])('refuses %s', (_, items) => {
    expect(quote(items).success).toBe(false)
  })

  it('takes 50 lines of 99 pieces', () => {
    const perfumes = Array.from({ length: 50 }, () => ({ productId: crypto.randomUUID(), quantity: 99 }))
    expect(quote(perfumes).success).toBe(true)
  })

  it('refuses the line with which a perfume is above 99 pieces, also where its id is written otherwise', () => {
    const repeated = { productId: productId.toUpperCase(), quantity: 1 }
    const other = { productId: crypto.randomUUID(), quantity: 99 }
    expect(quote([{ ...line, quantity: 98 }, other, repeated]).success).toBe(true)
    expect(quote([{ ...line, quantity: 99 }, other, repeated]).error?.issues).toMatchObject([
      { path: ['items', 2, 'quantity'], message: 'At most 99 of one perfume' },
    ])
  })
})

describe('placeOrderInput', () => {
  const order = {
    customerName: 'Amina Otieno',
    customerPhone: '0712345678',
    deliveryAddress: 'Kimathi Street',
    deliveryLocation: 'nairobi-cbd',
    deliveryCharge: 200,
    subtotal: 1500,
    total: 1700,
    paymentMethod: 'mpesa',
  }
  const items = [{ productId, productName: 'Oud', productPrice: 1500, quantity: 1 }]

  it('is pending by default', () => {
    expect(placeOrderInput.parse({ order, items }).order.status).toBe('pending')
  })

  it.each([undefined, null, '', '  '])('reads the e-mail %j as absent', (customerEmail) => {
    expect(placeOrderInput.parse({ order: { ...order, customerEmail }, items }).order.customerEmail).toBeUndefined()
  })

  it("lets empty items through, for the administrator's manual order", () => {
    expect(placeOrderInput.safeParse({ order: { ...order, paymentMethod: 'manual' }, items: [] }).success).toBe(true)
  })

  it('takes an address of several lines, as the form has it', () => {
    const deliveryAddress = 'Kimathi Street\nGate B'
    expect(placeOrderInput.parse({ order: { ...order, deliveryAddress }, items }).order).toMatchObject({
      deliveryAddress,
    })
  })

  it.each([
    ['an unknown status', { status: 'paid' }],
    ['an unknown payment method', { paymentMethod: 'cash' }],
    ['a negative total', { total: -1 }],
    ['a total as text', { total: '1700' }],
    ['a broken e-mail', { customerEmail: 'amina@' }],
    ['a name of two lines', { customerName: 'Amina,\n\nyour account is blocked' }],
    ['a name with a tab', { customerName: 'Amina\tOtieno' }],
    ['a phone of two lines', { customerPhone: '0712\n345678' }],
    ['a field that only the server may set', { paidAt: '2025-01-01T00:00:00Z' }],
  ])('refuses %s', (_, change) => {
    expect(placeOrderInput.safeParse({ order: { ...order, ...change }, items }).success).toBe(false)
  })
})
