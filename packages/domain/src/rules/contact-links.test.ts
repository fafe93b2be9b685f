import { fc, it } from '@fast-check/vitest'
import { afterEach, describe, expect, vi } from 'vitest'
import { isDialable, telLink, whatsappLink } from './contact-links.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

describe('whatsappLink', () => {
  it.each([
    ['0712345678', 'https://wa.me/254712345678'],
    ['+254 712 345 678', 'https://wa.me/254712345678'],
    ['00254712345678', 'https://wa.me/254712345678'],
    ['712 345 678', 'https://wa.me/254712345678'],
    ['110 345 678', 'https://wa.me/254110345678'],
    ['+254 0712 345 678', 'https://wa.me/254712345678'],
    ['020 123 4567', 'https://wa.me/254201234567'],
    ['+1 (202) 555-0143', 'https://wa.me/12025550143'],
  ])('opens the chat with %s', (phone, link) => {
    expect(whatsappLink(phone)).toBe(link)
  })

  it('does not throw on a lone surrogate', () => {
    expect(whatsappLink('0712345678', 'a\ud83d')).toBe('https://wa.me/254712345678?text=a%EF%BF%BD')
  })

  it('opens in Firefox 115 too, which has no function for lone surrogates', () => {
    vi.spyOn(String.prototype, 'toWellFormed').mockImplementation(() => {
      throw new TypeError('text.toWellFormed is not a function')
    })
    expect(whatsappLink('0712345678', 'a\ud83d')).toBe('https://wa.me/254712345678?text=a%EF%BF%BD')
  })

  it('leaves the choice of the chat to the shopper without a number', () => {
    expect(whatsappLink('', 'Oud Zahra')).toBe('https://wa.me/?text=Oud%20Zahra')
  })

  it.prop([fc.string({ unit: 'grapheme', minLength: 1 })])('keeps any text unchanged', (text) => {
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

it.each([
  ['712 345 678', true],
  ['020 123 4567', true],
  ['+1 (202) 555-0143', true],
  ['020 312 345', true],
  ['+65 6123 4567', true],
  ['0712 345 67', false],
  ['0712 345 6789', false],
  ['+254 712 345 67', false],
  ['020 123 45678', false],
  ['-------', false],
  ['123-4567', false],
  ['+1234567890123456', false],
])('says whether anybody can be called at %s: %s', (phone, expected) => {
  expect(isDialable(phone)).toBe(expected)
})
