import { expect, it } from 'vitest'
import { isSameReference, normaliseReference } from './payment-reference.ts'

it.each([
  ['tjk7rt61sv', 'TJK7RT61SV'],
  [' TJK7 RT61 SV ', 'TJK7RT61SV'],
  ['TJK7\u00a0RT61\u200bSV\ufeff', 'TJK7RT61SV'],
  ['\u202aTJK7RT61SV\u202c\n', 'TJK7RT61SV'],
  ['ch_3AbCdEfGh', 'ch_3AbCdEfGh'],
  ['Cheque 12', 'Cheque12'],
])('stores %j as %s', (typed, stored) => {
  expect(normaliseReference(typed)).toBe(stored)
})

it('tells no two references apart by case or spaces', () => {
  expect(isSameReference('cheque 12', 'CHEQUE12')).toBe(true)
  expect(isSameReference('TJK7RT61SV', 'TJK7RT61SW')).toBe(false)
})
