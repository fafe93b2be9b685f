import { audiences, guessAudience } from '@marashi/domain/rules/audience'
import { discountPercent } from '@marashi/domain/rules/discount'
import { isId } from '@marashi/domain/rules/record-id'
import { describe, expect, it } from 'vitest'
import { scentFamilies, stableId } from './perfume.ts'
import { categories, perfumes } from './perfumes.ts'

const distinct = (values: unknown[]) => new Set(values).size

describe('the first catalogue', () => {
  it('holds 48 perfumes with names and addresses of their own', () => {
    expect(perfumes).toHaveLength(48)
    expect(distinct(perfumes.map((perfume) => perfume.slug))).toBe(48)
    expect(distinct(perfumes.map((perfume) => perfume.name.toLowerCase()))).toBe(48)
  })

  it('fills every one of at least six categories', () => {
    expect(categories.length).toBeGreaterThanOrEqual(6)
    for (const { name } of categories) {
      expect(perfumes.filter((perfume) => perfume.category === name).length, name).toBeGreaterThanOrEqual(6)
    }
  })

  it('uses every palette of the bottle art', () => {
    for (const family of scentFamilies) {
      expect(perfumes.filter((perfume) => perfume.family === family).length, family).toBeGreaterThanOrEqual(4)
    }
  })

  it('asks whole shillings between 1,200 and 18,500', () => {
    for (const { price, slug } of perfumes) {
      expect(Number.isInteger(price), slug).toBe(true)
      expect(price, slug).toBeGreaterThanOrEqual(1200)
      expect(price, slug).toBeLessThanOrEqual(18_500)
    }
  })

  it('strikes through only a former price that really was higher', () => {
    const discounted = perfumes.filter((perfume) => perfume.originalPrice !== null)
    expect(discounted.length).toBeGreaterThanOrEqual(12)
    for (const { price, originalPrice, slug } of discounted) {
      expect(Number.isInteger(originalPrice), slug).toBe(true)
      expect(discountPercent(price, originalPrice), slug).toBeGreaterThanOrEqual(5)
    }
  })

  it('marks as new exactly what came within the last thirty days', () => {
    expect(perfumes.filter((perfume) => perfume.isNew).length).toBeGreaterThanOrEqual(10)
    for (const { isNew, addedDaysAgo, slug } of perfumes) expect(isNew, slug).toBe(addedDaysAgo <= 30)
  })

  it.each(audiences)('offers at least ten perfumes for the %s filter', (audience) => {
    expect(perfumes.filter((perfume) => guessAudience(perfume) === audience).length).toBeGreaterThanOrEqual(10)
  })

  it('describes each perfume in one to three short sentences and its notes', () => {
    for (const { description, slug } of perfumes) {
      expect(description.length, slug).toBeGreaterThanOrEqual(80)
      expect(description.length, slug).toBeLessThanOrEqual(260)
    }
  })
})

describe('stableId', () => {
  it('gives the same random-looking id on every seeding and another one per kind', () => {
    expect(stableId('product', 'oud-ya-pwani')).toBe(stableId('product', 'oud-ya-pwani'))
    expect(stableId('product', 'oud-ya-pwani')).not.toBe(stableId('category', 'oud-ya-pwani'))
    for (const { slug } of perfumes) {
      expect(stableId('product', slug)).toSatisfy(isId)
    }
  })
})

describe('the notes of an invented perfume', () => {
  it.each(perfumes)('$slug are two or three in each part', ({ notesTop, notesHeart, notesBase }) => {
    for (const notes of [notesTop, notesHeart, notesBase]) {
      expect(notes.length).toBeGreaterThanOrEqual(2)
      expect(notes.length).toBeLessThanOrEqual(3)
    }
    const all = [...notesTop, ...notesHeart, ...notesBase]
    expect(distinct(all)).toBe(all.length)
  })

  // "Top: saffron, cardamom. Heart: …", "Base of cedar, tonka and musk.", "Notes of lemon, sea salt, basil and white musk."
  it.each(perfumes)('$slug are those that its description names', (perfume) => {
    const { description, notesTop, notesHeart, notesBase } = perfume
    const parts = {
      Top: notesTop,
      Heart: notesHeart,
      Base: notesBase,
      Notes: [...notesTop, ...notesHeart, ...notesBase],
    }
    for (const [, part, list = ''] of description.matchAll(/\b(Top|Heart|Base|Notes)(?:: | of )([^.]+)\./g)) {
      const notes = parts[part as keyof typeof parts].join(' ').toLowerCase()
      for (const named of list.split(/, | and /)) {
        const words = named.toLowerCase().split(' ')
        expect(
          words.some((word) => word.length > 2 && notes.includes(word)),
          `${named} in ${notes}`,
        ).toBe(true)
      }
    }
  })
})
