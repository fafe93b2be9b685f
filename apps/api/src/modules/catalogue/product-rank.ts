import { partRank, placeRanks } from '@marashi/domain/rules/search-rank'
import type { Condition } from './product-filter.ts'

/** SQL parts of a statement that ranks products as p. */
export interface Ranking {
  /** Selects the one row `asked`, what the products are compared with. */
  asked: Condition
  /** Selects for each product the one row `places`: where it has the words. */
  places: string
  /** The rank, 0 best, from `places`. */
  rank: string
}

/**
 * `rules/search-rank` in SQL: each of `words` in its spellings, of which the best counts. The database keeps the words of
 * a product as " name | category # description ", so the first place where a word stands says all.
 */
export function productRank(words: string[][]): Ranking {
  const names = words.map((spellings, word) => spellings.map((_, spelling) => `word_${word}_${spelling}`))
  const ranks = names.map((spellings, word) => `least(${spellings.map((name) => wordRank(name, word === 0))})`)
  const places = names.flat().map(
    // Where the word stands whole; negative where it is only a part.
    (name) => `coalesce(nullif(strpos(p.search_places, asked.${name}), 0),
                        -strpos(p.search_places, btrim(asked.${name}))) as ${name}`,
  )
  return {
    asked: {
      sql: `select ${names.flat().map((name) => `spaced_words(?) as ${name}`)}`,
      values: words.flat(),
    },
    // Without "offset 0" every mention of a place would look it up again.
    places: `select strpos(p.search_places, '|') as name_end, strpos(p.search_places, '#') as category_end,
                    ${places} offset 0`,
    rank: ranks.join(' + '),
  }
}

/** A name that starts with a part has it behind the space before every word. */
function wordRank(name: string, isFirst: boolean): string {
  const place = `places.${name}`
  return `case when ${place} > 0 then ${placeRank(place, isFirst && 1)}
               else ${partRank} + ${placeRank(`-${place}`, isFirst && 2)} end`
}

function placeRank(place: string, nameStart: number | false): string {
  return `case when ${place} = ${nameStart || 0} then ${placeRanks.nameStart}
               when ${place} < places.name_end then ${placeRanks.name}
               when ${place} < places.category_end then ${placeRanks.category} else ${placeRanks.description} end`
}
