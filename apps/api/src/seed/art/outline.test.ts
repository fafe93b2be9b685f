import { describe, expect, it } from 'vitest'
import { bottleHeight, bottleShapes } from './bottle-shapes.ts'
import { bandPath, halfWidthAt, type Outline, outlinePath } from './outline.ts'

const box: Outline = {
  neckHalf: 10,
  stretches: [
    [10, 20],
    [50, 60],
    [50, 100],
  ],
}

describe('outlinePath', () => {
  it('draws the left half as the mirror of the right', () => {
    expect(outlinePath(box)).toBe('M10 0L10 20L50 60L50 100L-50 100L-50 60L-10 20L-10 0Z')
    expect(outlinePath({ neckHalf: 1, stretches: [[2, 3, 4, 5, 6, 7]] })).toBe('M1 0C2 3 4 5 6 7L-6 7C-4 5 -2 3 -1 0Z')
  })
})

describe('halfWidthAt', () => {
  it.each([
    [0, 10],
    [20, 10],
    [40, 30],
    [60, 50],
    [100, 50],
  ])('finds the silhouette at height %d', (y, half) => {
    expect(halfWidthAt(box, y)).toBeCloseTo(half)
  })

  it('follows curves', () => {
    const circle: Outline = { neckHalf: 0, stretches: [[55.23, 0, 100, 44.77, 100, 100]] }
    expect(halfWidthAt(circle, 50)).toBeCloseTo(Math.sqrt(100 ** 2 - 50 ** 2), 0)
  })
})

describe('bandPath', () => {
  it('runs between two fractions of the half width', () => {
    const band = bandPath(box, { top: 60, bottom: 100, from: -0.8, to: -0.6 })
    expect(band.startsWith('M-40 60L')).toBe(true)
    expect(band.endsWith('L-30 60Z')).toBe(true)
  })
})

describe('every bottle', () => {
  it.each(bottleShapes.map((shape, index) => [index, shape] as const))(
    'number %d stands on its base and carries its label',
    (_, shape) => {
      const last = shape.outline.stretches.at(-1)
      expect(last?.at(-1)).toBe(bottleHeight)
      expect(shape.labelY - shape.labelHeight / 2).toBeGreaterThan(60)
      expect(shape.labelY + shape.labelHeight / 2).toBeLessThan(bottleHeight - 20)
    },
  )
})
