import { fc, it } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { pageWindow, shownRange, totalPages } from './pagination.ts'

describe('pageWindow', () => {
  it.each([
    [1, 0, ''],
    [1, 1, '1'],
    [4, 7, '1 2 3 4 5 6 7'],
    [1, 8, '1 2 … 8'],
    [2, 8, '1 2 3 … 8'],
    [3, 8, '1 2 3 4 … 8'],
    [4, 8, '1 2 3 4 5 … 8'],
    [5, 8, '1 … 4 5 6 7 8'],
    [6, 8, '1 … 5 6 7 8'],
    [7, 8, '1 … 6 7 8'],
    [8, 8, '1 … 7 8'],
    [5, 9, '1 … 4 5 6 … 9'],
    [50, 100, '1 … 49 50 51 … 100'],
    [0, 100, '1 2 … 100'],
    [999, 100, '1 … 99 100'],
  ])('page %d of %d: %s', (current, pages, shown) => {
    const buttons = pageWindow(current, pages).map((button) => (button === 'ellipsis' ? '…' : button))
    expect(buttons.join(' ')).toBe(shown)
  })

  it.prop([
    fc
      .integer({ min: 8, max: 1_000_000 })
      .chain((pages) => fc.tuple(fc.integer({ min: 1, max: pages }), fc.constant(pages))),
  ])(
    'always offers first, last and both neighbours, in order, and hides at least two pages behind an ellipsis',
    ([current, pages]) => {
      const buttons = pageWindow(current, pages)
      const numbers = buttons.filter((button) => button !== 'ellipsis')
      const neighbours = [current - 1, current + 1].filter((page) => page >= 1 && page <= pages)
      expect(numbers).toEqual(expect.arrayContaining([1, current, ...neighbours, pages]))
      expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b))
      expect(buttons.length).toBeLessThanOrEqual(7)
      buttons.forEach((button, index) => {
        const gap = Number(buttons[index + 1]) - Number(buttons[index - 1]) - 1
        if (button === 'ellipsis') expect(gap).toBeGreaterThanOrEqual(2)
        else if (typeof buttons[index + 1] === 'number') expect(buttons[index + 1]).toBe(button + 1)
      })
    },
  )
})

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
