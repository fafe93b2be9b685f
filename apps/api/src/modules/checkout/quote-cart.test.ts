import { randomUUID } from 'node:crypto'
import type { Quote } from '@marashi/domain/contracts/checkout'
import { deliveryLocations } from '@marashi/domain/rules/delivery-fee'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { makeCategory, makeProduct } from '../../testing/factories.ts'

let shop: TestApp
let productId: string
beforeAll(async () => {
  shop = await buildTestApp({ env: { FREE_DELIVERY_OVER: '5000' } })
  productId = (await makeProduct(shop.deps.orm, await makeCategory(shop.deps.orm, 'Oud'), { price: 2_500 })).id
})
afterAll(() => shop[Symbol.asyncDispose]())

const post = (payload: object) => shop.app.inject({ method: 'POST', url: '/api/checkout/quote', payload })
const ask = (input: object) =>
  shop.app.inject(`/trpc/checkout.quote?input=${encodeURIComponent(JSON.stringify(input))}`)

describe('a quote', () => {
  it('says over REST what the cart costs at the location that was asked for, and at every other', async () => {
    const items = [{ productId, quantity: 1 }]
    for (const deliveryLocation of deliveryLocations) {
      const quote = (await post({ deliveryLocation, items })).json<Quote>()
      expect(quote).toMatchObject({ deliveryLocation, subtotal: 2_500, ...quote.byLocation[deliveryLocation] })
      expect(quote.byLocation).toEqual({
        embu: { deliveryCharge: 0, total: 2_500 },
        'nairobi-cbd': { deliveryCharge: 200, total: 2_700 },
        'nairobi-other': { deliveryCharge: 300, total: 2_800 },
      })
    }
  })

  it('is for Embu, where a cart starts, when no location is given', async () => {
    const quote = (await post({ items: [{ productId, quantity: 1 }] })).json<Quote>()
    expect(quote).toMatchObject({ deliveryLocation: 'embu', deliveryCharge: 0, total: 2_500 })
  })

  it('applies the owner’s free delivery at every location', async () => {
    const quote = (await post({ items: [{ productId, quantity: 3 }] })).json<Quote>()
    expect(Object.values(quote.byLocation)).toEqual(Array(3).fill({ deliveryCharge: 0, total: 7_500 }))
  })

  it('is read over tRPC, also for the largest cart there can be', async () => {
    const gone = Array.from({ length: 49 }, () => ({ productId: randomUUID(), quantity: 99 }))
    const answer = await ask({ items: [{ productId, quantity: 99 }, ...gone] })
    expect(answer.statusCode).toBe(200)
    expect(answer.json().result.data).toMatchObject({
      subtotal: 247_500,
      unavailable: gone.map((item) => item.productId),
    })
  })

  it('is for at most 99 of one perfume, also over several lines', async () => {
    const lines = (...quantities: number[]) => ({ items: quantities.map((quantity) => ({ productId, quantity })) })
    expect((await post(lines(98, 1))).json<Quote>().items).toMatchObject([{ quantity: 99 }])
    const answer = await post(lines(98, 1, 1))
    expect([answer.statusCode, answer.json().fields]).toEqual([
      400,
      { 'items.2.quantity': 'At most 99 of one perfume' },
    ])
  })

  it('is refused where the cart is too large to be delivered to every location', async () => {
    const dear = await makeProduct(shop.deps.orm, await makeCategory(shop.deps.orm, 'Attar'), { price: 100_000_000 })
    expect(
      (
        await post({
          items: [
            { productId: dear.id, quantity: 1 },
            { productId, quantity: 1 },
          ],
        })
      ).statusCode,
    ).toBe(400)
  })
})

describe('the owner’s places', () => {
  const items = () => [{ productId, quantity: 1 }]
  const place = { promise: '', freeOver: null, note: '', isActive: true }
  const embu = { ...place, id: 'embu', name: 'Embu', fee: 0 }
  const cbd = { ...place, id: 'nairobi-cbd', name: 'Nairobi CBD', fee: 200 }
  const other = { ...place, id: 'nairobi-other', name: 'Other Nairobi', fee: 300 }
  async function setPlaces(list: object[]) {
    await shop.query(
      `insert into shop_settings values ('delivery.places', $1, 1, now(), 'x')
       on conflict (key) do update set value = excluded.value`,
      [JSON.stringify(list)],
    )
    shop.deps.settings.invalidate()
  }

  it('are in every quote in the owner’s order, with fees and offers of their own', async () => {
    const thika = { ...place, id: 'thika', name: 'Thika', fee: 350, freeOver: 2_000 }
    await setPlaces([thika, { ...cbd, fee: 250 }, embu, other])
    const quote = (await post({ deliveryLocation: 'nairobi-cbd', items: items() })).json<Quote>()
    expect(Object.entries(quote.byLocation)).toEqual([
      ['thika', { deliveryCharge: 0, total: 2_500 }],
      ['nairobi-cbd', { deliveryCharge: 250, total: 2_750 }],
      ['embu', { deliveryCharge: 0, total: 2_500 }],
      ['nairobi-other', { deliveryCharge: 300, total: 2_800 }],
    ])
    expect(quote).toMatchObject({ deliveryLocation: 'nairobi-cbd', deliveryCharge: 250, total: 2_750 })
  })

  it('are left out while they are off; who asks for such a place gets the first one', async () => {
    await setPlaces([{ ...embu, isActive: false }, cbd, other])
    const quote = (await post({ items: items() })).json<Quote>()
    expect(quote).toMatchObject({ deliveryLocation: 'nairobi-cbd', deliveryCharge: 200 })
    expect(Object.keys(quote.byLocation)).toEqual(['nairobi-cbd', 'nairobi-other'])
    const open = async () => (await shop.app.inject('/api/shop')).json().places.map(({ id }: { id: string }) => id)
    await expect.poll(open).toEqual(['nairobi-cbd', 'nairobi-other'])
  })
})
