import { describe, expect, it } from 'vitest'
import { reviewForm, submitReviewInput } from './reviews.ts'

const message = (review: object) =>
  reviewForm.safeParse({ rating: 5, content: 'A lovely scent.', ...review }).error?.issues[0]?.message

describe('reviewForm', () => {
  it.each([
    ['no rating', { rating: undefined }, 'Please select a rating'],
    ['rating 0', { rating: 0 }, 'Rating must be between 1 and 5'],
    ['rating 6', { rating: 6 }, 'Rating must be between 1 and 5'],
    ['9 characters', { content: 'a'.repeat(9) }, 'Review must be at least 10 characters'],
    ['9 characters between spaces', { content: ` ${'a'.repeat(9)} ` }, 'Review must be at least 10 characters'],
    ['10 characters that nobody sees', { content: '\u200b'.repeat(10) }, 'Review must be at least 10 characters'],
    ['10 characters', { content: 'a'.repeat(10) }, undefined],
    ['500 characters', { content: 'a'.repeat(500) }, undefined],
    ['501 characters', { content: 'a'.repeat(501) }, 'Review must be less than 500 characters'],
    ['500 flags, 2,000 units', { content: '🇰🇪'.repeat(500) }, undefined],
    ['501 flags', { content: '🇰🇪'.repeat(501) }, 'Review must be less than 500 characters'],
    [
      'ten combining accents on one letter',
      { content: `e${'\u0301'.repeat(10)}` },
      'Review must be at least 10 characters',
    ],
    ['a megabyte', { content: 'a'.repeat(1_000_000) }, 'Review must be less than 500 characters'],
    ['characters that cannot be stored', { content: 'lovely scent\0' }, 'Contains characters that cannot be stored'],
  ])('%s', (_, review, expected) => {
    expect(message(review)).toBe(expected)
  })

  it('reads an empty name as absent', () => {
    expect(reviewForm.parse({ rating: 5, content: 'A lovely scent.', customerName: ' ' }).customerName).toBeUndefined()
  })
})

describe('submitReviewInput', () => {
  it.each(['status', 'orderId', 'createdAt'])('does not let a visitor set %s', (field) => {
    const review = { id: 'f47ac10b-58cc-4372-a567-0e02b2c3d479', rating: 5, content: 'A lovely scent.' }
    expect(submitReviewInput.safeParse(review).success).toBe(true)
    expect(submitReviewInput.safeParse({ ...review, [field]: 'approved' }).success).toBe(false)
  })
})
