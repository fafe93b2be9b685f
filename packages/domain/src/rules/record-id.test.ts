import { fc, it } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { id } from '../contracts/primitives.ts'
import { idAsStored, isId } from './record-id.ts'

describe('isId', () => {
  it.each<[string, string, boolean]>([
    ['a random id', '3b1f0a52-7c7e-4f0e-9d53-0f3a1c2b4d5e', true],
    ['the same in capitals', '3B1F0A52-7C7E-4F0E-9D53-0F3A1C2B4D5E', true],
    ['an id without a version', '3b1f0a52-7c7e-0f0e-9d53-0f3a1c2b4d5e', false],
    ['an id of no known variant', '11111111-1111-1111-1111-111111111111', false],
    ['an id with a space', ' 3b1f0a52-7c7e-4f0e-9d53-0f3a1c2b4d5e', false],
    ['an id and more', '3b1f0a52-7c7e-4f0e-9d53-0f3a1c2b4d5e/', false],
    ['an id without dashes', '3b1f0a527c7e4f0e9d530f3a1c2b4d5e', false],
    ['a name', 'oud', false],
    ['nothing', '', false],
  ])('%s', (_, text, isOne) => {
    expect(isId(text)).toBe(isOne)
  })

  it.prop([fc.oneof(fc.uuid(), fc.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/), fc.string())])(
    'accepts what the contract accepts, so that one odd id does not make the shop refuse a whole request',
    (text) => {
      expect(isId(text)).toBe(id.safeParse(text).success)
    },
  )
})

it.each([
  ['3B1F0A52-7C7E-4F0E-9D53-0F3A1C2B4D5E', '3b1f0a52-7c7e-4f0e-9d53-0f3a1c2b4d5e'],
  ['3b1f0a52-7c7e-4f0e-9d53-0f3a1c2b4d5e', '3b1f0a52-7c7e-4f0e-9d53-0f3a1c2b4d5e'],
  ['OUD', 'OUD'],
])('%s is stored as %s, and the contract reads it so', (text, stored) => {
  expect(idAsStored(text)).toBe(stored)
  expect(id.safeParse(text).data).toBe(isId(text) ? stored : undefined)
})
