import { describe, expect, it } from 'vitest'
import { orderMessage, orderQuestion } from './order-message.ts'

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

it('asks about an order that is placed with all that the shop has to know', () => {
  const text = orderQuestion({
    shopName: 'Marashi',
    orderNumber: 'MR100030',
    items: [{ name: 'Oud\nNights', quantity: 2 }],
    total: 4100,
    link: 'https://marashi.example/order/k3',
  })
  expect(text).toBe(
    [
      'Hello Marashi, I have a question about my order MR100030:',
      '',
      '1. Oud Nights x 2',
      'Total: Ksh 4,100',
      'https://marashi.example/order/k3',
      '',
      '',
    ].join('\n'),
  )
})

it('asks about an order whose perfumes were agreed on by phone without a sum', () => {
  const text = orderQuestion({
    shopName: 'Marashi',
    orderNumber: 'MR100030',
    items: [],
    total: 200,
    link: 'https://m.example',
  })
  expect(text).not.toContain('Ksh')
})
