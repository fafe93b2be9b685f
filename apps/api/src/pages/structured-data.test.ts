import type { ProductDetails } from '@marashi/domain/contracts/catalogue'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts'
import { makeCategory, makeProduct } from '../testing/factories.ts'
import { feedRows } from '../testing/read-feed.ts'
import { loadStorefront } from './storefront-bundle.ts'

let shop: TestApp
const ids = new Map<string, string>()

beforeAll(async () => {
  shop = await buildTestApp({ storefront: await loadStorefront() })
  const { orm } = shop.deps
  const category = await makeCategory(orm, 'Oud & Woods')
  const add = async (name: string, prices: { price: number; originalPrice?: number }) =>
    ids.set(name, (await makeProduct(orm, category, { name, ...prices })).id)
  await add('plain', { price: 2_500 })
  await add('reduced', { price: 4_500, originalPrice: 6_000 })
  await add('sold out', { price: 900, originalPrice: 800 })
  await shop.query('update variants set sold_out = true where product_id = $1', [ids.get('sold out')])
  await shop.query('update variants set ml = 50 where product_id = $1', [ids.get('reduced')])
  await shop.query(
    `insert into product_pictures (product_id, position, image) values ($1, 1, '/media/side-0/1080.jpg'), ($1, 2, 'https://cdn.test/back.jpg')`,
    [ids.get('reduced')],
  )
})
afterAll(() => shop[Symbol.asyncDispose]())

interface Markup {
  '@type': string
  name: string
  description: string
  image: string | string[]
  category: string
  sku: string
  size?: string
  brand: { name: string }
  offers: {
    price: number
    priceCurrency: string
    priceSpecification?: { priceType: string; price: number; priceCurrency: string }
    availability: string
    itemCondition: string
    url: string
    shippingDetails: {
      shippingRate: { value: number; currency: string }
      shippingDestination: { addressCountry: string }
    }
  }
}

async function markupOf(id: string): Promise<Markup> {
  const { body } = await shop.app.inject(`/product/${id}`)
  const parts = [...body.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs)].map(([, json]) =>
    JSON.parse(json as string),
  )
  return parts.flatMap((part) => part['@graph'] ?? part).find((part) => part.sku === id)
}

const money = (amount: number, currency: string) => `${amount.toFixed(2)} ${currency}`

it.each(['plain', 'reduced', 'sold out'])(
  'says the same on the page, in the feed and over the API: %s',
  async (name) => {
    const id = ids.get(name) ?? ''
    const feed = await shop.app.inject('/feeds/products.tsv')
    const row = feedRows(feed.body).get(id)
    const markup = await markupOf(id)
    const { offers } = markup
    const [image, ...more] = [markup.image].flat()
    const { priceSpecification: struck, shippingDetails } = offers
    const { shippingRate, shippingDestination } = shippingDetails
    const price = money(offers.price, offers.priceCurrency)
    expect(row).toEqual({
      id: markup.sku,
      title: markup.name,
      description: markup.description,
      link: offers.url,
      image_link: image,
      additional_image_link: more.join(),
      availability: offers.availability === 'https://schema.org/InStock' ? 'in_stock' : 'out_of_stock',
      price: struck ? money(struck.price, struck.priceCurrency) : price,
      sale_price: struck ? price : '',
      brand: markup.brand.name,
      condition: offers.itemCondition === 'https://schema.org/NewCondition' ? 'new' : '',
      product_type: markup.category,
      size: markup.size ?? '',
      unit_pricing_measure: markup.size?.replace(' ', '') ?? '',
      unit_pricing_base_measure: markup.size ? '100ml' : '',
      shipping: `${shippingDestination.addressCountry}::Delivery:${money(shippingRate.value, shippingRate.currency)}`,
    })
    const product: ProductDetails = (await shop.app.inject(`/api/products/${id}`)).json()
    expect(markup).toMatchObject({ name: product.name, description: product.description, category: product.category })
    expect([image, ...more]).toEqual([product.image, ...product.morePictures.map((each) => each.image)])
    expect(offers.price).toBe(product.price)
    expect(offers.availability.endsWith('/InStock')).toBe(!product.isSoldOut)
    expect(markup.size).toBe(product.ml === null ? undefined : `${product.ml} ml`)
  },
)

it('names no group of sizes while a perfume has one', async () => {
  const markup = await markupOf(ids.get('reduced') ?? '')
  expect(markup['@type']).toBe('Product')
  expect(markup.offers.priceSpecification).toMatchObject({
    priceType: 'https://schema.org/StrikethroughPrice',
    price: 6_000,
  })
  expect(JSON.stringify(markup)).not.toContain('ProductGroup')
})
