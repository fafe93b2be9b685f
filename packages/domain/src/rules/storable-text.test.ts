import { fc, it } from '@fast-check/vitest'
import { afterEach, describe, expect, vi } from 'vitest'
import { isStorableText } from './storable-text.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

describe('isStorableText', () => {
  it.each(['', 'Oud', 'two\nlines', 'a\ttab', 'Crème 👨‍👩‍👧 عود'])('keeps %j', (text) => {
    expect(isStorableText(text)).toBe(true)
  })

  it.each(['\0', 'a\u0008b', '\u001b[31m', '\u007f', 'a\ud83d', '\ude00a'])('refuses %j', (text) => {
    expect(isStorableText(text)).toBe(false)
  })

  it('knows half a character also in Firefox 115, which has no function for it', () => {
    vi.spyOn(String.prototype, 'isWellFormed').mockImplementation(() => {
      throw new TypeError('text.isWellFormed is not a function')
    })
    expect([isStorableText('a\ud83d'), isStorableText('a\ud83d\ude00')]).toEqual([false, true])
  })

  it.prop([fc.string({ unit: 'binary' })])(
    'accepts only text that is unchanged by UTF-8, in which the database stores it',
    (text) => {
      fc.pre(isStorableText(text))
      expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(new TextEncoder().encode(text))).toBe(text)
    },
  )
})
