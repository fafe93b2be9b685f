import { fc, it } from '@fast-check/vitest'
import type { ProductDetails } from '@marashi/domain/contracts/catalogue'
import { describe, expect } from 'vitest'
import { feedRows } from '../../../testing/read-feed.ts'
import { type FeedReader, type FeedRow, feedColumns, feedLine, feedRow } from './feed-row.ts'

interface Field {
  /** Characters at most. */
  most?: number
  isRequired?: boolean
  form?: RegExp
}

const money = /^\d+\.\d\d KES$/
const address = /^https?:\/\/\S+$/
const addresses = /^https?:\/\/[^\s,]+(,https?:\/\/[^\s,]+){0,9}$/
const shared = {
  link: { isRequired: true, most: 2_000, form: address },
  image_link: { isRequired: true, most: 2_000, form: address },
  additional_image_link: { most: 2_000, form: addresses },
  price: { isRequired: true, form: money },
  sale_price: { form: money },
  condition: { isRequired: true, form: /^(new|refurbished|used)$/ },
  product_type: { most: 750 },
} satisfies Record<string, Field>

/** What Google and Meta publish; docs/product-feed.md#sources names the pages. */
const published: Record<FeedReader, Record<(typeof feedColumns)[number], Field>> = {
  google: {
    ...shared,
    id: { isRequired: true, most: 50 },
    title: { isRequired: true, most: 150 },
    description: { isRequired: true, most: 5_000 },
    availability: { isRequired: true, form: /^(in_stock|out_of_stock|preorder|backorder)$/ },
    brand: { isRequired: true, most: 70 },
    size: { most: 100 },
    unit_pricing_measure: {
      form: /^\d+(\.\d+)? ?(oz|lb|mg|g|kg|floz|pt|qt|gal|ml|cl|l|cbm|in|ft|yd|cm|m|sqft|sqm|ct)$/,
    },
    unit_pricing_base_measure: { form: /^(1|2|4|8|10|100) ?(g|kg|ml|cl|l|m|cm)$|^(75cl|750ml|50kg|1000kg)$/ },
    shipping: { form: /^[A-Z]{2}:[^:,]*:[^:,]*:\d+\.\d\d KES$/ },
  },
  meta: {
    ...shared,
    id: { isRequired: true, most: 100 },
    title: { isRequired: true, most: 200 },
    description: { isRequired: true, most: 9_999 },
    availability: { isRequired: true, form: /^(in stock|out of stock)$/ },
    brand: { isRequired: true, most: 100 },
    size: { most: 200 },
    unit_pricing_measure: {},
    unit_pricing_base_measure: {},
    shipping: { form: /^[A-Z]{2}:[^:,]*:[^:,]*:\d+\.\d\d KES$/ },
  },
}

const text = (maxLength: number) => fc.string({ unit: 'binary', maxLength }).map((end) => `Oud ${end}`)
const picture = fc.webUrl({ withQueryParameters: true, size: 'medium' }).filter((address) => address.length <= 2_000)
const products: fc.Arbitrary<ProductDetails> = fc.record({
  id: fc.uuid(),
  name: text(400),
  description: text(6_000),
  category: text(2_000),
  categoryId: fc.uuid(),
  majorCategory: fc.constant('unisex'),
  price: fc.integer({ min: 1, max: 1_000_000 }),
  originalPrice: fc.option(fc.integer({ min: 1, max: 1_000_000 })),
  image: picture,
  imageAlt: fc.constant(null),
  morePictures: fc.array(fc.record({ image: picture, alt: fc.constant(null) }), { maxLength: 15 }),
  isNew: fc.boolean(),
  isSoldOut: fc.boolean(),
  averageRating: fc.constant(0),
  reviewCount: fc.constant(0),
  concentration: fc.constant(null),
  notesTop: fc.constant([]),
  notesHeart: fc.constant([]),
  notesBase: fc.constant([]),
  ml: fc.option(fc.integer({ min: 1, max: 10_000 })),
  createdAt: fc.constant('2026-11-22T09:00:00.000Z'),
  updatedAt: fc.constant('2026-11-22T09:00:00.000Z'),
})
const shop = {
  publicUrl: 'https://shop.test',
  freeDeliveryOver: 5_000,
  places: [{ id: 'embu', name: 'Embu', fee: 150, promise: '', freeOver: null, note: '' }],
}

describe.each(['google', 'meta'] as const)('every product as a file for %s', (reader) => {
  it.prop([products], { endOnFailure: true })('keeps to the published list of fields', (product) => {
    const file = feedLine(feedColumns) + feedLine(Object.values(feedRow(product, shop, reader)))
    const row = feedRows(file).get(product.id) as FeedRow
    for (const [name, cell] of Object.entries(row) as [keyof FeedRow, string][]) {
      const { most = Number.POSITIVE_INFINITY, isRequired = false, form = /^/ } = published[reader][name]
      expect(cell.length, name).toBeLessThanOrEqual(most)
      if (isRequired) expect(cell, name).not.toBe('')
      if (cell) expect(cell, name).toMatch(form)
    }
    // A reduced price is lower than the other one.
    if (row.sale_price) expect(Number.parseFloat(row.sale_price)).toBeLessThan(Number.parseFloat(row.price))
  })
})
