import type { ProductDetails } from '@marashi/domain/contracts/catalogue'
import { describe, expect, it } from 'vitest'
import { feedLine, feedRow } from './feed-row.ts'

const oud: ProductDetails = {
  id: '11111111-1111-4111-8111-111111111111',
  name: 'Oud Zahra',
  description: 'Smoked agarwood.',
  category: 'Oud & Woods',
  categoryId: '22222222-2222-4222-8222-222222222222',
  majorCategory: 'unisex',
  price: 4_500,
  originalPrice: 6_000,
  image: 'https://shop.test/media/oud-0/1080.jpg',
  imageAlt: null,
  morePictures: [],
  isNew: false,
  isSoldOut: false,
  averageRating: 0,
  reviewCount: 0,
  concentration: null,
  notesTop: [],
  notesHeart: [],
  notesBase: [],
  ml: 50,
  createdAt: '2026-11-22T09:00:00.000Z',
  updatedAt: '2026-11-22T09:00:00.000Z',
}
const shop = {
  publicUrl: 'https://shop.test',
  freeDeliveryOver: null,
  places: [
    { id: 'embu', name: 'Embu', fee: 0, promise: '', freeOver: null, note: '' },
    { id: 'nairobi-cbd', name: 'Nairobi CBD', fee: 200, promise: '', freeOver: null, note: '' },
  ],
}
const rowOf = (fields: Partial<ProductDetails>, reader: 'google' | 'meta' = 'google') =>
  feedRow({ ...oud, ...fields }, shop, reader)
const pictures = (images: string[]) => images.map((image) => ({ image, alt: null }))

describe('a perfume in the feed', () => {
  it('has every field that is known', () => {
    expect(rowOf({ morePictures: pictures(['https://shop.test/media/b/1080.jpg']) })).toEqual({
      id: oud.id,
      title: 'Oud Zahra',
      description: 'Smoked agarwood.',
      link: `https://shop.test/product/${oud.id}`,
      image_link: 'https://shop.test/media/oud-0/1080.jpg',
      additional_image_link: 'https://shop.test/media/b/1080.jpg',
      availability: 'in_stock',
      price: '6000.00 KES',
      sale_price: '4500.00 KES',
      brand: 'Oud Zahra',
      condition: 'new',
      product_type: 'Oud & Woods',
      size: '50 ml',
      unit_pricing_measure: '50ml',
      unit_pricing_base_measure: '100ml',
      shipping: 'KE::Delivery:200.00 KES',
    })
  })

  it('leaves empty what nobody has filled, and a price that was not higher', () => {
    expect(rowOf({ ml: null, originalPrice: 4_500 })).toMatchObject({
      price: '4500.00 KES',
      sale_price: '',
      size: '',
      unit_pricing_measure: '',
      unit_pricing_base_measure: '',
      additional_image_link: '',
    })
  })

  it.each([
    ['google', false, 'in_stock'],
    ['google', true, 'out_of_stock'],
    ['meta', false, 'in stock'],
    ['meta', true, 'out of stock'],
  ] as const)('is said to %s, sold out: %s, as %s', (reader, isSoldOut, availability) =>
    expect(rowOf({ isSoldOut }, reader)).toMatchObject({ availability }),
  )

  it('keeps to the published lengths, between two words', () => {
    const row = rowOf({
      name: 'Amber '.repeat(40),
      description: 'Rose and oud. '.repeat(600),
      category: 'Musk '.repeat(300),
    })
    expect(row.title).toBe('Amber '.repeat(25).trim())
    expect(row.brand).toBe('Amber '.repeat(11).trim())
    expect(row.description.length).toBeLessThanOrEqual(5_000)
    expect(row.description).toMatch(/(Rose|and|oud\.)$/)
    expect(row.product_type).toHaveLength(749)
  })

  it('cuts no character in two', () => expect(rowOf({ name: `x${'🌹'.repeat(90)}` }).title).toBe(`x${'🌹'.repeat(74)}`))

  it('is described by its name rather than by nothing', () =>
    expect(rowOf({ description: '\t\n' }).description).toBe('Oud Zahra'))

  it('has ten more pictures at most, in 2,000 characters, with no comma but those between them', () => {
    const eleven = Array.from({ length: 11 }, (_, nth) => `https://shop.test/media/${nth}/1080.jpg`)
    expect(rowOf({ morePictures: pictures(eleven) }).additional_image_link).toBe(eleven.slice(0, 10).join(','))
    const long = Array.from({ length: 5 }, (_, nth) => `https://cdn.test/${nth}/${'a'.repeat(600)}.jpg`)
    expect(rowOf({ morePictures: pictures(long) }).additional_image_link).toBe(long.slice(0, 3).join(','))
    expect(rowOf({ morePictures: pictures(['https://cdn.test/a,b.jpg']) }).additional_image_link).toBe(
      'https://cdn.test/a%2Cb.jpg',
    )
  })
})

describe('a line of the file', () => {
  it.each([
    ['Oud\tZahra', 'Oud Zahra'],
    ['one\r\ntwo\u2028three\u0000four', 'one two three four'],
    [' edges ', 'edges'],
    ['5" tall, "dark"', '"5"" tall, ""dark"""'],
    ['=1+1', '=1+1'],
  ])('holds %j as %s', (text, cell) => expect(feedLine([text, 'next'])).toBe(`${cell}\tnext\n`))
})
