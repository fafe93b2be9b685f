/** A search lists products with the word in their name first, then in their category, then in their description. */

import { spacedWords } from './fold-text.ts'

/**
 * The rank of a word by the first place where it is found. A product's rank is the sum over the words of the search.
 */
export const placeRanks = { nameStart: 0, name: 1, category: 2, description: 3 } as const

/** Added for a word that is only a part of other words: more than the ranks of ten whole words can add up to. */
export const partRank = 40

/**
 * How well a product matches a search, 0 best: the name starts with the first word, the name has the word, the category
 * has it, the description has it; whole words before parts of words ("men" in "women"). Each of `words` may have
 * several spellings, of which the best counts. The shop's lists use the same order, in SQL. See
 * docs/behaviour.md#search-order.
 */
export function searchRank(
  product: { name: string; category: string; description: string },
  words: readonly (readonly string[])[],
): number {
  const places = { name: spacedWords(product.name), category: spacedWords(product.category) }
  const text = `${places.name}|${places.category}#${spacedWords(product.description)}`
  return words.reduce((sum, spellings, nth) => {
    const ranks = spellings.map((spelling) => wordRank(text, spacedWords(spelling), nth === 0))
    return sum + Math.min(...ranks)
  }, 0)
}

function wordRank(text: string, word: string, isFirst: boolean): number {
  const whole = text.indexOf(word)
  if (whole >= 0) return placeRank(text, whole, isFirst && whole === 0)
  const part = text.indexOf(word.trim())
  return partRank + placeRank(text, part, isFirst && part === 1)
}

function placeRank(text: string, position: number, isStart: boolean): number {
  if (isStart) return placeRanks.nameStart
  if (position < text.indexOf('|')) return placeRanks.name
  return position < text.indexOf('#') ? placeRanks.category : placeRanks.description
}
