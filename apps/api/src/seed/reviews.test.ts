import { reviewForm } from '@marashi/domain/contracts/reviews'
import { describe, expect, it } from 'vitest'
import { perfumes } from './perfumes.ts'
import { reviewsBySlug, seedReviews } from './reviews.ts'

const seededAt = new Date('2026-03-01T09:00:00Z')
const dayMs = 24 * 60 * 60 * 1000
const reviews = seedReviews(seededAt)
const approvedOf = (slug: string) => reviews.filter((review) => review.perfume === slug && review.status === 'approved')

describe('the reviews of the first catalogue', () => {
  it('speak of perfumes that exist', () => {
    const slugs = new Set(perfumes.map((perfume) => perfume.slug))
    expect(Object.keys(reviewsBySlug).filter((slug) => !slugs.has(slug))).toEqual([])
    expect(reviews).toHaveLength(Object.values(reviewsBySlug).flat().length)
  })

  it('would all pass the form that visitors use', () => {
    for (const { rating, content, customerName } of reviews) {
      const form = reviewForm.safeParse({ rating, content, customerName: customerName ?? undefined })
      expect(form.error, content).toBeUndefined()
    }
  })

  it('leave at least ten perfumes without a published review', () => {
    expect(perfumes.filter((perfume) => approvedOf(perfume.slug).length === 0).length).toBeGreaterThanOrEqual(10)
  })

  it('give one perfume more than a dozen, enough for the show-all toggle', () => {
    expect(approvedOf('waridi-la-taif').length).toBeGreaterThan(12)
  })

  it('leave the moderator work to do and some decisions to look back on', () => {
    const count = (status: string) => reviews.filter((review) => review.status === status).length
    expect(count('pending')).toBeGreaterThanOrEqual(5)
    expect(count('rejected')).toBeGreaterThanOrEqual(2)
    expect(reviews.some((review) => review.customerName === null)).toBe(true)
  })

  it('were written after the perfume came, before the seeding, and within a year', () => {
    const ages = new Map(perfumes.map((perfume) => [perfume.slug, perfume.addedDaysAgo]))
    for (const { perfume, createdAt, content } of reviews) {
      const ageMs = seededAt.getTime() - createdAt.getTime()
      expect(ageMs, content).toBeGreaterThan(0)
      expect(ageMs, content).toBeLessThanOrEqual(Math.min(365, ages.get(perfume) ?? 0) * dayMs)
    }
  })

  it('have instants of their own within a perfume, so that newest first is one order only', () => {
    for (const { slug } of perfumes) {
      const instants = reviews.filter((review) => review.perfume === slug).map((review) => review.createdAt.getTime())
      expect(new Set(instants).size, slug).toBe(instants.length)
    }
  })
})
