import { fc, it } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { shownRange, totalPages } from './pagination.ts'

describe('totalPages', () => {
  it.each([
    [0, 12, 0],
    [1, 12, 1],
    [12, 12, 1],
    [13, 12, 2],
  ])('%d products, %d a page: %d', (total, limit, pages) => {
    expect(totalPages(total, limit)).toBe(pages)
  })
})

describe('shownRange', () => {
  it.each([
    [
      { page: 1, limit: 12, total: 0 },
      { from: 0, to: 0 },
    ],
    [
      { page: 1, limit: 12, total: 5 },
      { from: 1, to: 5 },
    ],
    [
      { page: 1, limit: 12, total: 12 },
      { from: 1, to: 12 },
    ],
    [
      { page: 2, limit: 12, total: 13 },
      { from: 13, to: 13 },
    ],
    [
      { page: 3, limit: 12, total: 13 },
      { from: 0, to: 0 },
    ],
  ])('%j shows %j', (asked, range) => {
    expect(shownRange(asked)).toEqual(range)
  })

  it.prop([fc.nat(500), fc.constantFrom(6, 12, 24, 48)])(
    'all pages together show every product once',
    (total, limit) => {
      const pages = Array.from({ length: totalPages(total, limit) }, (_, index) =>
        shownRange({ page: index + 1, limit, total }),
      )
      const shown = pages.flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, index) => from + index))
      expect(shown).toEqual(Array.from({ length: total }, (_, index) => index + 1))
    },
  )
})
