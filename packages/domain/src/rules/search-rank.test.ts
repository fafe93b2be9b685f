import { fc, it } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { searchRank } from './search-rank.ts'

const perfume = (name: string, category = 'Gifts', description = 'A quiet scent.') => ({ name, category, description })
const wordsOf = (term: string) => term.split(' ').map((word) => [word])

/** Per search: products from the best match to the worst. */
const searches: [term: string, ...ReturnType<typeof perfume>[]][] = [
  [
    'oud',
    perfume('Oud Tausi'),
    perfume('Royal Oud'),
    perfume('Majlis', 'Oud & Woods'),
    perfume('Majlis', 'Gifts', 'Smoked oud.'),
    perfume('Oudh Nights'),
    perfume('Royal Loudness'),
    perfume('Majlis', 'Clouds'),
    perfume('Majlis', 'Gifts', 'A cloud of musk.'),
  ],
  [
    'men',
    perfume('Men of Lamu'),
    perfume('Safari', "Men's Perfumes"),
    perfume('Safari', 'Gifts', 'Leather, for men.'),
    perfume('Women of Lamu'),
    perfume('Safari', "Women's Perfumes"),
    perfume('Safari', 'Gifts', 'Rose, for women.'),
  ],
  [
    'rose oud',
    perfume('Rose Oud'),
    perfume('Oud Rose'),
    perfume('Rose', 'Gifts', 'With oud.'),
    perfume('Musk', 'Gifts', 'Rose and oud.'),
    perfume('Rose Oudh'),
    perfume('Rosewood Oudh'),
    perfume('Musk', 'Gifts', 'Roses and clouds.'),
  ],
  ['ELAN', perfume('Élan'), perfume('Mélange')],
  ['élan', perfume('Elan'), perfume('Bon Élan')],
  ["men's", perfume('Men’s Oud'), perfume("Women's Oud")],
  ['4711', perfume('4711 Original'), perfume('Cologne 4711'), perfume('Cologne 47110')],
  ['عود', perfume('عود ملكي'), perfume('ملكي عود'), perfume('العود')],
]

describe('searchRank', () => {
  it.each(searches)('puts the answers to "%s" in order, best first', (term, ...perfumes) => {
    const ranks = perfumes.map((each) => searchRank(each, wordsOf(term)))
    expect(ranks).toEqual([...new Set(ranks)].toSorted((a, b) => a - b))
  })

  it('ranks a name by its start for the first word of the search alone', () => {
    expect(searchRank(perfume('Tausi'), wordsOf('oud tausi'))).toBe(
      searchRank(perfume('A Tausi'), wordsOf('oud tausi')),
    )
  })

  it.each(['%', '_', '&'])('makes no difference for %s, which is in no word', (term) => {
    expect(searchRank(perfume('A % _ &'), wordsOf(term))).toBe(searchRank(perfume('100%_&', '&'), wordsOf(term)))
  })

  it('counts the best spelling of a mistyped word', () => {
    expect(searchRank(perfume('Oud Tausi'), [['cloud', 'oud']])).toBe(0)
  })

  const word = fc.stringMatching(/^[a-z]{3,8}$/)
  it.prop([fc.array(word, { minLength: 1, maxLength: 10 }), fc.array(word, { minLength: 1, maxLength: 10 })])(
    'never puts a part of a word before whole words, however many',
    (words, others) => {
      const whole = perfume('Zzz', 'Zzz', words.join(' '))
      const part = perfume([`${words[0]}q`, ...others].join(' '), 'Zzz', words.slice(1).join(' '))
      const isPart = !` ${part.name} ${part.description} `.includes(` ${words[0]} `)
      const asked = words.map((each) => [each])
      if (isPart) expect(searchRank(part, asked)).toBeGreaterThan(searchRank(whole, asked))
    },
  )
})
