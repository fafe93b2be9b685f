import { fc, it } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { pictureSources } from './picture.ts'

describe('pictureSources', () => {
  it.each([
    'https://shop.example/media/oud-nights/1080.jpg',
    'http://127.0.0.1:4000/media/oud-nights/1080.jpg',
    '/media/oud-nights/1080.jpg',
    '/media/oud-nights/240.avif',
    '/media/oud-nights/share.jpg',
  ])('offers every variant of %s from this host', (image) => {
    expect(pictureSources(image)).toEqual({
      avif: '/media/oud-nights/240.avif 240w, /media/oud-nights/400.avif 400w, /media/oud-nights/640.avif 640w, /media/oud-nights/1080.avif 1080w',
      webp: '/media/oud-nights/240.webp 240w, /media/oud-nights/400.webp 400w, /media/oud-nights/640.webp 640w, /media/oud-nights/1080.webp 1080w',
      jpg: '/media/oud-nights/240.jpg 240w, /media/oud-nights/400.jpg 400w, /media/oud-nights/640.jpg 640w, /media/oud-nights/1080.jpg 1080w',
      fallback: '/media/oud-nights/640.jpg',
      share: '/media/oud-nights/share.jpg',
    })
  })

  it.each([
    '',
    'https://example.com/perfume.jpg',
    'https://example.com/cdn/media/oud/1080.jpg',
    '//example.com/media/oud/1080.jpg',
    'javascript:/media/oud/1080.jpg',
    '/media/../admin/1080.jpg',
    '/media/Oud/1080.jpg',
    '/media//1080.jpg',
    `/media/${'a'.repeat(81)}/1080.jpg`,
    '/media/oud/1080.jpg?v=2',
    '/media/oud/1080.jpg\n',
    '/media/oud/999.jpg',
    '/media/oud/1080.png',
    '/media/oud/share.webp',
    '/media/oud/1080.jpg, /evil.jpg 1x',
  ])('does not invent variants for %j', (image) => {
    expect(pictureSources(image)).toBeNull()
  })

  it.prop([fc.stringMatching(/^[a-z0-9-]{1,80}$/)])('knows every picture id that an upload can produce', (id) => {
    expect(pictureSources(`https://shop.example/media/${id}/1080.jpg`)?.share).toBe(`/media/${id}/share.jpg`)
  })
})
