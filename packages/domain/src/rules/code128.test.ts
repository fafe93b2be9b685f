import { expect, it } from 'vitest'
import { code128, code128Values } from './code128.ts'

it('adds the check symbol of the standard’s rule', () => {
  // 88, as published for this word.
  expect(code128Values('Wikipedia')).toEqual([104, 55, 73, 75, 73, 80, 69, 68, 73, 65, 88, 106])
})

it('has 11 modules a symbol and 13 at the end, each symbol another one', () => {
  const letters = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index))
  const shapes = letters.map((letter) => {
    const { bars, width } = code128(letter)
    expect(width).toBe(11 * 3 + 13)
    // The bars of the letter itself, behind the start symbol.
    return JSON.stringify(bars.slice(3, 6).map((bar) => ({ ...bar, x: bar.x - 11 })))
  })
  expect(new Set(shapes).size).toBe(95)
})

it('draws the start of code set B and the end that scanners look for', () => {
  const { bars, width } = code128('MR100048')
  expect(bars.slice(0, 3)).toEqual([
    { x: 0, width: 2 },
    { x: 3, width: 1 },
    { x: 6, width: 1 },
  ])
  expect(bars.slice(-4).map((bar) => [bar.x - width, bar.width])).toEqual([
    [-13, 2],
    [-8, 3],
    [-4, 1],
    [-2, 2],
  ])
})

it('refuses what the code cannot hold', () => {
  expect(() => code128('é')).toThrow('printable ASCII')
})
