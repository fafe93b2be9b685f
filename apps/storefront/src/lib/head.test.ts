import { newShop as shop } from '@marashi/domain/testing/new-shop'
import { describe, expect, it } from 'vitest'
import { headCopy } from '../copy/head.ts'
import { type PresetPage, pageHead } from './head.ts'

const metaOf = (head: ReturnType<typeof pageHead>, name: string) =>
  head.meta.find((tag) => ('name' in tag && tag.name === name) || ('property' in tag && tag.property === name))

const contentOf = (head: ReturnType<typeof pageHead>, name: string) => {
  const tag = metaOf(head, name)
  return tag && 'content' in tag ? tag.content : undefined
}

describe('page metadata presets', () => {
  it.each(Object.keys(headCopy) as PresetPage[])(
    '%s has title, description, keywords, canonical and picture',
    (page) => {
      const head = pageHead(page, shop)
      expect(head.meta[0]).toEqual({ title: `${headCopy[page].title} | Marashi` })
      expect(contentOf(head, 'description')).toBe(headCopy[page].description)
      expect(contentOf(head, 'keywords')).toBe(headCopy[page].keywords)
      expect(head.links).toEqual([{ rel: 'canonical', href: `https://marashi.example${headCopy[page].path}` }])
      expect(contentOf(head, 'og:image')).toBe('https://marashi.example/share.jpg')
      expect(contentOf(head, 'og:image:width')).toBe('1200')
      expect(contentOf(head, 'og:image:height')).toBe('630')
    },
  )

  it.each([
    ['home', false],
    ['shop', false],
    ['product', false],
    ['contact', false],
    ['cart', true],
    ['checkout', true],
  ] as const)('%s is kept from search engines: %s', (page, expected) => {
    expect(metaOf(pageHead(page, shop), 'robots') !== undefined).toBe(expected)
  })

  it('lets a page replace the preset', () => {
    const head = pageHead('product', shop, {
      title: 'Oud Zahra',
      path: '/product/1',
      ogImage: 'https://elsewhere.example/a.jpg',
    })
    expect(contentOf(head, 'og:title')).toBe('Oud Zahra | Marashi')
    expect(contentOf(head, 'og:url')).toBe('https://marashi.example/product/1')
    expect(contentOf(head, 'og:image')).toBe('https://elsewhere.example/a.jpg')
  })

  it('names the size of the shop’s own share pictures alone', () => {
    const sizeOf = (ogImage: string) => {
      const head = pageHead('product', shop, { ogImage })
      return [contentOf(head, 'og:image:width'), contentOf(head, 'og:image:height')]
    }
    expect(sizeOf('/media/oud-zahra-00000000/share.jpg')).toEqual(['1200', '630'])
    expect(sizeOf('https://elsewhere.example/a.jpg')).toEqual([undefined, undefined])
  })
})
