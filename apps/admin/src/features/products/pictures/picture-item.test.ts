import { describe, expect, it } from 'vitest'
import { formPicturesOf, itemsOf, moved } from './picture-item.ts'
import { fitted } from './shrink-photo.ts'

const product = {
  image: 'a.jpg',
  imageAlt: null,
  morePictures: [
    { image: 'b.jpg', alt: 'Its box' },
    { image: 'c.jpg', alt: null },
  ],
}

describe('the pictures in the form', () => {
  it('are saved as they were read', () => expect(formPicturesOf(itemsOf(product))).toEqual(product))

  it('have the one that is moved to the front as the product’s own', () => {
    const items = itemsOf(product)
    expect(formPicturesOf(moved(items, items[1]?.key ?? '', 0))).toEqual({
      image: 'b.jpg',
      imageAlt: 'Its box',
      morePictures: [
        { image: 'a.jpg', alt: null },
        { image: 'c.jpg', alt: null },
      ],
    })
  })

  it('are saved without those that have no address yet', () => {
    const waiting = { key: 'new', image: '', alt: '', upload: { step: 'waiting' as const } }
    expect(formPicturesOf([waiting, ...itemsOf(product)])).toEqual(product)
    expect(formPicturesOf([waiting])).toEqual({ image: '', imageAlt: null, morePictures: [] })
  })
})

it.each([
  [
    { width: 3024, height: 4032 },
    { width: 1155, height: 1540 },
  ],
  [
    { width: 4032, height: 3024 },
    { width: 1230, height: 923 },
  ],
  [
    { width: 1000, height: 800 },
    { width: 1000, height: 800 },
  ],
  [
    { width: 90_000, height: 1 },
    { width: 1230, height: 1 },
  ],
])('a photo of %o is sent as %o', (photo, sent) => expect(fitted(photo)).toEqual(sent))
