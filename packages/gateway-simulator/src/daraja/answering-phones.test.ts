import { expect, it } from 'vitest'
import { answerOfPhone } from './answering-phones.ts'

it.each([
  ['254700000000', '0'],
  ['254700000042', '0'],
  ['254700000142', '1032'],
  ['254700000299', '2001'],
  ['254700000300', undefined],
  ['254712345678', undefined],
])('the phone %s answers with %s', (phone, code) => {
  expect(answerOfPhone(phone)).toBe(code)
})
