import { partRank, placeRanks } from '@marashi/domain/rules/search-rank'
import { type Expression, type RawBuilder, sql } from 'kysely'

/** Parts of a statement that ranks `products` as p. */
interface Ranking {
  /** Selects the one row `asked`, what the products are compared with. */
  asked: RawBuilder<Record<string, string>>
  /** Selects for each product the one row `places`: where it has the words. */
  places: RawBuilder<Record<string, number>>
  /** The rank, 0 best, from `places`. */
  rank: RawBuilder<number>
}

/**
 * `rules/search-rank` in SQL: each of `words` in its spellings, of which the best counts. The database keeps the words of
 * a product as " name | category # description ", so the first place where a word stands says all.
 */
export function productRank(words: string[][]): Ranking {
  const named = words.map((spellings, word) =>
    spellings.map((text, spelling) => ({ text, name: `word_${word}_${spelling}` })),
  )
  const asked = named.flat().map(({ text, name }) => sql`spaced_words(${text}) as ${sql.ref(name)}`)
  const places = named.flat().map(({ name }) => placeOf(name))
  const ranks = named.map((spellings, word) => {
    const ofSpellings = spellings.map(({ name }) => wordRank(sql.ref(`places.${name}`), word === 0))
    return sql`least(${sql.join(ofSpellings)})`
  })
  return {
    asked: sql<Record<string, string>>`(select ${sql.join(asked)})`,
    // Without "offset 0" every mention of a place would look it up again.
    places: sql<
      Record<string, number>
    >`(select strpos(p.search_places, '|') as name_end, strpos(p.search_places, '#') as category_end,
                        ${sql.join(places)} offset 0)`,
    rank: sql<number>`${sql.join(ranks, sql` + `)}`,
  }
}

/** Where the word stands whole; negative where it is only a part. */
function placeOf(name: string) {
  const word = sql.ref(`asked.${name}`)
  return sql`coalesce(nullif(strpos(p.search_places, ${word}), 0), -strpos(p.search_places, btrim(${word})))
             as ${sql.ref(name)}`
}

/** A name that starts with a part has it behind the space before every word. */
const wordRank = (place: Expression<unknown>, isFirst: boolean) =>
  sql`case when ${place} > 0 then ${placeRank(place, isFirst ? 1 : 0)}
           else ${sql.lit(partRank)} + ${placeRank(sql`-${place}`, isFirst ? 2 : 0)} end`

/** `nameStart` is where a word of the name's start stands; a word that does not count there has 0, which is no place. */
const placeRank = (place: Expression<unknown>, nameStart: 0 | 1 | 2) =>
  sql`case when ${place} = ${sql.lit(nameStart)} then ${sql.lit(placeRanks.nameStart)}
           when ${place} < places.name_end then ${sql.lit(placeRanks.name)}
           when ${place} < places.category_end then ${sql.lit(placeRanks.category)}
           else ${sql.lit(placeRanks.description)} end`
