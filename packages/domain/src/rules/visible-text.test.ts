import { expect, it } from 'vitest'
import { isVisibleText } from './visible-text.ts'

it.each(['Oud', '4711', '.', 'عود', '👨\u200d👩\u200d👧', '\u200bOud', '❤\ufe0f'])('sees %j', (text) => {
  expect(isVisibleText(text)).toBe(true)
})

it.each([
  '',
  ' \t\n',
  '\u00a0',
  '\u200b',
  '\u200d\u200c',
  '\u2060\ufeff',
  '\u00ad',
  '\u3164',
  '\u115f',
  '\u2800',
  '\ufe0f',
])('sees nothing in %j', (text) => {
  expect(isVisibleText(text)).toBe(false)
})
