import { fc, it } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { closestWords, editDistance, trigramSimilarity } from './closest-words.ts'

describe('closestWords', () => {
  it.each<[string, string, string[], string[]]>([
    ['an empty term', '', ['oud'], []],
    ['a term of spaces', '  ', ['oud'], []],
    ['no candidates', 'oud', [], []],
    ['oudh finds oud', 'oudh', ['rose', 'oud', 'amber'], ['oud']],
    ['two letters allow no edit', 'od', ['oud', 'rod'], []],
    ['three letters allow one edit', 'oid', ['oud', 'rose'], ['oud']],
    ['three letters do not allow two', 'aid', ['oud'], []],
    ['five letters allow one', 'musck', ['musk', 'mask'], ['musk']],
    ['six letters allow two', 'lavemdar', ['lavender'], ['lavender']],
    ['a swapped pair is one edit', 'rsoe', ['rose'], ['rose']],
    ['case and accents are ignored', 'CREME', ['crème'], ['crème']],
    ['six letters allow two, however different', 'jasnim', ['jasmin'], ['jasmin']],
    ['a long word cut short is similar enough (0.4545)', 'amber', ['ambergris'], ['ambergris']],
    ['but not too short (0.4)', 'musk', ['muskroot'], []],
    ['similar words only where none is near', 'ambergri', ['amber', 'ambergris'], ['ambergris']],
    ['only the fewest edits', 'lavandar', ['calendar', 'lavender', 'lavendar'], ['lavendar']],
    ['of similar words the fewest edits first', 'ambergrisea', ['ambergri', 'amberg'], ['ambergri', 'amberg']],
    ['equal edits: the more similar first', 'rose', ['nose', 'rosa'], ['rosa', 'nose']],
    ['equal in all: by alphabet', 'oud', ['ous', 'oun'], ['oun', 'ous']],
    ['a repeated candidate comes once', 'oud', ['oud', 'oud'], ['oud']],
  ])('%s', (_, term, candidates, found) => {
    expect(closestWords(term, candidates)).toEqual(found)
  })

  it.prop([fc.string(), fc.array(fc.string())])('only ever returns candidates', (term, candidates) => {
    const found = closestWords(term, candidates)
    expect(found.every((word) => candidates.includes(word))).toBe(true)
  })

  it.prop([fc.stringMatching(/^[a-z]{3,10}$/), fc.array(fc.stringMatching(/^[a-z]{1,10}$/))])(
    'puts the word itself first',
    (term, others) => {
      expect(closestWords(term, [...others, term])[0]).toBe(term)
    },
  )
})

describe('editDistance', () => {
  it.each([
    ['', '', 0],
    ['', 'oud', 3],
    ['oud', 'oud', 0],
    ['oudh', 'oud', 1],
    ['rsoe', 'rose', 1],
    ['ca', 'abc', 3],
    ['kitten', 'sitting', 3],
    ['a😀', 'a', 1],
  ])('from %j to %j is %d', (a, b, distance) => {
    expect(editDistance(a, b)).toBe(distance)
  })

  const word = fc.stringMatching(/^[abc]{0,8}$/)

  it.prop([word, word])('is the same both ways, zero only for equal words, at most the longer length', (a, b) => {
    const distance = editDistance(a, b)
    expect(editDistance(b, a)).toBe(distance)
    expect(distance === 0).toBe(a === b)
    expect(distance).toBeLessThanOrEqual(Math.max(a.length, b.length))
    expect(distance).toBeGreaterThanOrEqual(Math.abs(a.length - b.length))
  })

  it.prop([fc.stringMatching(/^[a-z]{2,10}$/), fc.nat()])('one swapped pair never costs more than 1', (word, seed) => {
    const at = seed % (word.length - 1)
    const swapped = word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2)
    expect(editDistance(word, swapped)).toBeLessThanOrEqual(1)
  })
})

describe('trigramSimilarity', () => {
  // The values that PostgreSQL's similarity() answers, to three decimals.
  it.each([
    ['word', 'two words', 0.364],
    ['oudh', 'oud', 0.5],
    ['oud', 'oud', 1],
    ['Oud', 'oud', 1],
    ['oud', 'rose', 0],
    ['', '', 0],
    ['', 'oud', 0],
  ])('of %j and %j is %d', (a, b, similarity) => {
    expect(trigramSimilarity(a, b)).toBeCloseTo(similarity, 3)
  })
})
