import { partRank, placeRanks } from '@marashi/domain/rules/search-rank'
import { type RawBuilder, sql } from 'kysely'

/** A table of the words of a search, a row for each: `nth` from 1, and for each spelling its columns of `wordColumns`. */
export interface AskedWords {
  table: 'asked' | 'spellings'
  spellings: readonly string[]
}

/** What `products` are compared with for a spelling: as their text is folded, and as a whole word. */
export const wordColumns = (spelling: RawBuilder<string>, name: string) =>
  sql`shop_fold(${spelling}) as ${sql.ref(`${name}_text`)}, spaced_words(${spelling}) as ${sql.ref(`${name}_word`)}`

/** Whether the product p has every word, in one of its spellings. */
export const hasEveryWord = ({ table, spellings }: AskedWords) => {
  const absent = spellings.map((name) => sql`coalesce(strpos(p.search_text, ${sql.ref(`w.${name}_text`)}), 0) = 0`)
  return sql<boolean>`not exists (select from ${sql.table(table)} w where ${sql.join(absent, sql` and `)})`
}

/**
 * `rules/search-rank` in SQL for the product p, 0 best: the sum over the words, of whose spellings the best counts. The
 * database keeps the words of a product as " name | category # description ", so the first place where a word stands says
 * all.
 */
export function searchRank({ table, spellings }: AskedWords) {
  const places = spellings.map((name) => sql`${placeOf(name)} as ${sql.ref(name)}`)
  const ranks = spellings.map((name) => wordRank(sql.ref(`w.${name}`)))
  // Without "offset 0" every mention of a place would look it up again.
  return sql<number>`(select sum(least(${sql.join(ranks)})) from (
    select w.nth, ${sql.join(places)} from ${sql.table(table)} w offset 0) w)::int`
}

/** Where the word stands whole; negative where it is only a part. */
const placeOf = (name: string) =>
  sql`coalesce(nullif(strpos(p.search_places, ${sql.ref(`w.${name}_word`)}), 0),
               -strpos(p.search_places, btrim(${sql.ref(`w.${name}_word`)})))`

/** A name that starts with a part has it behind the space before every word. A spelling that is not there ranks last. */
const wordRank = (place: RawBuilder<unknown>) =>
  sql`case when ${place} > 0 then ${placeRank(place, 1)}
           else ${sql.lit(partRank)} + ${placeRank(sql`-${place}`, 2)} end`

/** `nameStart` is where the first word of a search stands if the name starts with it. */
const placeRank = (place: RawBuilder<unknown>, nameStart: 1 | 2) =>
  sql`case when ${place} = ${sql.lit(nameStart)} and w.nth = 1 then ${sql.lit(placeRanks.nameStart)}
           when ${place} < strpos(p.search_places, '|') then ${sql.lit(placeRanks.name)}
           when ${place} < strpos(p.search_places, '#') then ${sql.lit(placeRanks.category)}
           else ${sql.lit(placeRanks.description)} end`
