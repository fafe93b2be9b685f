import { describe, expect, it } from 'vitest'
import { id, instant, oneLine, optionalText, requiredText, searchText, sentInstant, shillings } from './primitives.ts'

describe('requiredText', () => {
  const name = requiredText(5, 'Name is required')

  it('removes outer spaces', () => {
    expect(name.parse(' Oud ')).toBe('Oud')
  })

  it.each([
    [undefined, 'Name is required'],
    [null, 'Name is required'],
    ['', 'Name is required'],
    [' ', 'Name is required'],
    ['\u00a0\u2003', 'Name is required'],
    ['\u200b\u2060', 'Name is required'],
    [' \u3164\u2800\ufe0f', 'Name is required'],
    ['longer', 'Must be at most 5 characters'],
    ['a\0', 'Contains characters that cannot be stored'],
    ['a\ud83d', 'Contains characters that cannot be stored'],
  ])('refuses %j with "%s"', (text, message) => {
    expect(name.safeParse(text).error?.issues.map((issue) => issue.message)).toEqual([message])
  })
})

describe('optionalText', () => {
  it.each([[undefined], [''], ['  '], ['\u200b'], [null]])('%j counts as absent', (text) => {
    expect(optionalText(5).parse(text)).toBeUndefined()
  })

  it('refuses other types', () => {
    expect(optionalText(5).safeParse(0).success).toBe(false)
  })
})

describe('oneLine', () => {
  const name = oneLine(optionalText(40))

  it.each(['Amina\nOtieno', 'Amina\r\nOtieno', 'Amina\tOtieno', 'Amina\u2028Otieno', 'Amina\u0085Otieno'])(
    'refuses %j',
    (text) => {
      expect(name.safeParse(text).error?.issues.map((issue) => issue.message)).toEqual([
        'Must be one line, without tabs',
      ])
    },
  )

  it.each([' Amina\u00a0Otieno\n', '', null, undefined])('takes %j', (text) => {
    expect(name.parse(text)).toBe(text?.trim() || undefined)
  })
})

describe('searchText', () => {
  it('is trimmed, sent only if not empty, and holds 100 characters', () => {
    expect(searchText.parse(' 4711 ')).toBe('4711')
    expect(searchText.parse(' ')).toBeUndefined()
    expect(searchText.safeParse('a'.repeat(101)).success).toBe(false)
  })
})

describe('shillings', () => {
  it.each([0, 1, 100_000_000])('accepts %d', (amount) => {
    expect(shillings.parse(amount)).toBe(amount)
  })

  it.each([-1, 0.5, 100_000_001, Number.NaN, Number.POSITIVE_INFINITY, '1500', true, null])('refuses %j', (amount) => {
    expect(shillings.safeParse(amount).success).toBe(false)
  })
})

describe('id and instant', () => {
  it.each(['', '1', 'not-a-uuid', "' or 1=1"])('%j is no id', (text) => {
    expect(id.safeParse(text).success).toBe(false)
  })

  it('an instant is UTC', () => {
    expect(instant.safeParse('2025-03-03T06:00:00.000Z').success).toBe(true)
    expect(instant.safeParse('2025-03-03T09:00:00+03:00').success).toBe(false)
  })

  it.each([
    ['2025-03-03T06:00:00.000Z', true],
    ['2025-03-03T09:00:00+03:00', true],
    ['2025-03-03T09:00:00', false],
    ['2025-03-03', false],
  ])('a sent instant names its zone: %s', (text, isTaken) => {
    expect(sentInstant.safeParse(text).success).toBe(isTaken)
  })
})
