import { fc, it } from '@fast-check/vitest'
import { describe, expect, vi } from 'vitest'
import { averageRating, lengthAsRead, type ReviewSort, reviewSorts, sortReviews } from './review.ts'

describe('lengthAsRead', () => {
  it.each([
    ['nothing', '', 0],
    ['letters', 'Lovely', 6],
    ['a letter and its combining accent', 'e\u0301', 1],
    ['a family of four', '👨‍👩‍👧‍👦', 1],
    ['the flag of Kenya', '🇰🇪', 1],
    ['a skin tone', '👍🏾', 1],
    ['a line end from Windows', 'a\r\nb', 3],
    ['500 emoji, 1,000 units', '😀'.repeat(500), 500],
  ])('%s', (_, text, length) => {
    expect(lengthAsRead(text)).toBe(length)
  })

  it('counts the code points in Firefox 115, which cannot tell what is read as one', () => {
    vi.stubGlobal('Intl', {})
    expect([lengthAsRead('Lovely'), lengthAsRead('😀'), lengthAsRead('🇰🇪')]).toEqual([6, 1, 2])
    vi.unstubAllGlobals()
  })

  it.prop([fc.string({ unit: 'binary' })])('never counts more than the code points', (text) => {
    expect(lengthAsRead(text)).toBeLessThanOrEqual([...text].length)
  })
})

describe('sortReviews', () => {
  const reviews = [
    { id: 'a', rating: 3, createdAt: '2025-01-02T00:00:00.000Z' },
    { id: 'b', rating: 5, createdAt: '2025-01-01T00:00:00.000Z' },
    { id: 'c', rating: 3, createdAt: '2025-01-03T00:00:00.000Z' },
    { id: 'd', rating: 3, createdAt: '2025-01-03T00:00:00.000Z' },
  ]

  it.each<[ReviewSort, string]>([
    ['newest', 'cdab'],
    ['oldest', 'bacd'],
    ['highest', 'bcda'],
    ['lowest', 'cdab'],
  ])('%s first: %s', (sort, order) => {
    expect(
      sortReviews(reviews, sort)
        .map((review) => review.id)
        .join(''),
    ).toBe(order)
  })

  it.prop([
    fc.array(
      fc.record({
        rating: fc.integer({ min: 1, max: 5 }),
        createdAt: fc.constantFrom(...reviews.map((r) => r.createdAt)),
      }),
    ),
    fc.constantFrom(...reviewSorts),
  ])('keeps every review and leaves the given list as it was', (given, sort) => {
    const before = structuredClone(given)
    const sorted = sortReviews(given, sort)
    expect(given).toEqual(before)
    expect(new Set(sorted)).toEqual(new Set(given))
    expect(sorted).toHaveLength(given.length)
  })
})

describe('averageRating', () => {
  it.each([
    [[], 0],
    [[5], 5],
    [[4, 5], 4.5],
    [[4, 4, 5], 4.3],
    [[4, 4, 4, 5], 4.3],
    [[1, 1, 2], 1.3],
    [[...Array(13).fill(4), ...Array(7).fill(5)], 4.4],
  ])('of %j is %d', (ratings, average) => {
    expect(averageRating(ratings)).toBe(average)
  })

  it.prop([fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1 })])(
    'lies between the worst and the best',
    (ratings) => {
      const average = averageRating(ratings)
      expect(average).toBeGreaterThanOrEqual(Math.min(...ratings))
      expect(average).toBeLessThanOrEqual(Math.max(...ratings))
      expect(Math.round(average * 10) / 10).toBe(average)
    },
  )
})
