import { fc, it } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { isStorableText } from './storable-text.ts'

describe('isStorableText', () => {
  it.each(['', 'Oud', 'two\nlines', 'a\ttab', 'Crème 👨‍👩‍👧 عود'])('keeps %j', (text) => {
    expect(isStorableText(text)).toBe(true)
  })

  it.each(['\0', 'a\u0008b', '\u001b[31m', '\u007f', 'a\ud83d', '\ude00a'])('refuses %j', (text) => {
    expect(isStorableText(text)).toBe(false)
  })

  it.prop([fc.string({ unit: 'binary' })])(
    'accepts only text that is unchanged by UTF-8, in which the database stores it',
    (text) => {
      fc.pre(isStorableText(text))
      expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(new TextEncoder().encode(text))).toBe(text)
    },
  )
})
