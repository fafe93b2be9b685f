import { describe, expect, it } from 'vitest'
import { blend, contrast } from './colour.ts'
import { canPrintOn } from './label.ts'
import { lettering, lineWidth } from './lettering.ts'
import { palettes } from './palette.ts'

/** The leftmost and rightmost point that path data mentions. */
function extent(path: string) {
  const xs = Array.from(path.matchAll(/(-?[\d.]+) -?[\d.]+/g), ([, x]) => Number(x))
  return { left: Math.min(...xs), right: Math.max(...xs) }
}

describe('contrast', () => {
  it.each([
    ['#000000', '#FFFFFF', 21],
    ['#FFFFFF', '#000000', 21],
    ['#777777', '#777777', 1],
    ['#767676', '#FFFFFF', 4.54],
  ])('of %s on %s is %d', (one, other, ratio) => {
    expect(contrast(one, other)).toBeCloseTo(ratio, 2)
  })
})

describe('blend', () => {
  it('runs from the one colour to the other', () => {
    expect(blend('#000000', '#FF8040', 0)).toBe('#000000')
    expect(blend('#000000', '#FF8040', 0.5)).toBe('#804020')
    expect(blend('#000000', '#FF8040', 1)).toBe('#ff8040')
  })
})

describe('canPrintOn', () => {
  it.each(['amber', 'musk', 'citrus'] as const)('asks for a paper label on pale %s juice', (family) => {
    expect(canPrintOn(palettes[family])).toBe(false)
  })

  it.each(['oud', 'night', 'vetiver', 'marine', 'rose'] as const)('allows print on deep %s juice', (family) => {
    expect(canPrintOn(palettes[family])).toBe(true)
  })
})

describe('lettering', () => {
  it.each(['Usiku wa Oud', 'Mlango wa Lamu', 'Tende Tamu'])('sets %s whole at any size', (name) => {
    for (const size of [31.257, 46.3, 50]) {
      const path = lettering(name, { face: 'display', size, x: 0, y: 0 })
      expect(/^M[-\d. MLQCZ]+$/.test(path), `${size}`).toBe(true)
    }
  })

  it('centres a line on its middle', () => {
    const { left, right } = extent(lettering('MRIMA', { face: 'text', size: 100, x: 500, y: 0, tracking: 20 }))
    expect(Math.abs((left + right) / 2 - 500)).toBeLessThan(5)
  })

  it('keeps words apart and letters as far apart as asked', () => {
    const width = (text: string, tracking = 0) => lineWidth(text, { face: 'display', size: 100, tracking })
    expect(width('la Taif') - width('la') - width('Taif')).toBeCloseTo(30)
    expect(width('Taif', 10) - width('Taif')).toBeCloseTo(30)
  })
})
