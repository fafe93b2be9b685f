import { fc, it } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { orderMessage, telLink, whatsappLink } from './order-message.ts'

describe('orderMessage', () => {
  it('reads like a person ordering', () => {
    const text = orderMessage({
      shopName: 'Marashi',
      items: [
        { name: 'Oud Nights', price: 1500, quantity: 2 },
        { name: 'Rose Dawn', price: 900, quantity: 1 },
      ],
      deliveryCharge: 200,
      deliveryLabel: 'Nairobi CBD',
      total: 4100,
    })
    expect(text).toBe(
      [
        'Hello Marashi, I would like to order:',
        '',
        '1. Oud Nights x 2 - Ksh 3,000',
        '2. Rose Dawn x 1 - Ksh 900',
        '',
        'Subtotal: Ksh 3,900',
        'Delivery (Nairobi CBD): Ksh 200',
        'Total: Ksh 4,100',
      ].join('\n'),
    )
  })

  const embu = { shopName: 'Marashi', deliveryCharge: 0, deliveryLabel: 'Embu' }

  it('says that delivery is free', () => {
    const text = orderMessage({ ...embu, items: [{ name: 'Oud', price: 1, quantity: 1 }], total: 1 })
    expect(text).toContain('Delivery (Embu): Free')
  })

  it('keeps a name with line ends on its own line', () => {
    const items = [{ name: 'Oud\n9. Free perfume', price: 1, quantity: 1 }]
    expect(orderMessage({ ...embu, items, total: 1 })).toContain('1. Oud 9. Free perfume x 1 - Ksh 1\n')
  })
})

describe('whatsappLink', () => {
  it.each([
    ['0712345678', 'https://wa.me/254712345678'],
    ['+254 712 345 678', 'https://wa.me/254712345678'],
    ['00254712345678', 'https://wa.me/254712345678'],
    ['+1 (202) 555-0143', 'https://wa.me/12025550143'],
  ])('opens the chat with %s', (phone, link) => {
    expect(whatsappLink(phone)).toBe(link)
  })

  it('does not throw on half of a character pair', () => {
    expect(whatsappLink('0712345678', 'a\ud83d')).toBe('https://wa.me/254712345678?text=a%EF%BF%BD')
  })

  it.prop([fc.string({ unit: 'grapheme', minLength: 1 })])('carries any text unharmed', (text) => {
    const link = new URL(whatsappLink('0712345678', text))
    expect(link.searchParams.get('text')).toBe(text)
    expect([...link.searchParams.keys()]).toEqual(['text'])
    expect(link.hash).toBe('')
  })
})

describe('telLink', () => {
  it.each([
    ['0712 345 678', 'tel:+254712345678'],
    ['+254-712-345-678', 'tel:+254712345678'],
  ])('dials %s with the country code', (phone, link) => {
    expect(telLink(phone)).toBe(link)
  })
})
