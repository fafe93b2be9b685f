import { fc, it } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { pageWindow } from './page-window.ts'

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
