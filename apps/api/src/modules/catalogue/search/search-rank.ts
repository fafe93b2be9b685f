import { partRank, placeRanks } from '@marashi/domain/rules/search-rank'
import { type RawBuilder, sql } from 'kysely'

/**
 * The words of a search, which are the columns of one row `a`: rows of words would be read again for every product that is
 * found, which costs more than to compare it.
 */
export interface AskedWords {
  /** At most so many; the last ones may be missing. */
  count: number
  /** Names for those of a word, of which a product needs one. Later ones are words of the catalogue, or missing. */
  spellings: readonly string[]
}

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at + 1)
const wordOf = (spelling: string, nth: number) => sql.ref<string>(`a.${spelling}_${nth}`)
const foldedOf = (nth: number) => sql.ref<string>(`a.folded_${nth}`)
const placeOf = (nth: number) => sql.ref<number>(`place_${nth}`)

/** The columns of the row, from each spelling: its words, and the first spelling as texts are folded if it has other signs. */
export const askedColumns = (
  { count, spellings }: AskedWords,
  spellingOf: (spelling: string, nth: number) => RawBuilder<string>,
) =>
  sql.join(
    numbers(count).flatMap((nth) => {
      const folded = sql`shop_fold(${spellingOf(spellings[0] as string, nth)})`
      return [
        ...spellings.map((each) => sql`spaced_words(${spellingOf(each, nth)}) as ${sql.ref(`${each}_${nth}`)}`),
        sql`case when ${folded} ~ '[^[:alnum:]]' then ${folded} end as ${sql.ref(`folded_${nth}`)}`,
      ]
    }),
  )

/**
 * Where each word stands in the product p, in the spelling that counts: negative where it is only a part of words, 0 where
 * it is not there. The database keeps the words of a product as " name | category # description ", so the first place says
 * all.
 */
export const wordPlaces = ({ count, spellings }: AskedWords) => [
  ...numbers(count).map((nth) =>
    sql<number>`
      case when strpos(p.search_text, ${foldedOf(nth)}) = 0 then 0
           else coalesce(${wholePlace(spellings, nth)}, -${partPlace(spellings, nth)}) end`.as(`place_${nth}`),
  ),
  sql<number>`strpos(p.search_places, '|')`.as('name_end'),
  sql<number>`strpos(p.search_places, '#')`.as('category_end'),
]

const wholePlace = (spellings: readonly string[], nth: number) =>
  sql`least(${sql.join(spellings.map((each) => sql`nullif(strpos(p.search_places, ${wordOf(each, nth)}), 0)`))})`

/** A spelling that is not there ranks as a name that does not start with it, which is 1. */
function partPlace(spellings: readonly string[], nth: number) {
  const places = sql.join(spellings.map((each) => sql`strpos(p.search_places, btrim(${wordOf(each, nth)}))`))
  if (spellings.length === 1) return places
  const starts = spellings.map((each) => sql`starts_with(p.search_places, rtrim(${wordOf(each, nth)}))`)
  return sql`case when ${sql.join(starts, sql` or `)} then 2
                  else greatest(least(${places}), sign(greatest(${places}))::int) end`
}

/** Whether every word has a place, or is missing. */
export const hasEveryWord = ({ count }: AskedWords) =>
  sql<boolean>`${sql.join(
    numbers(count).map((nth) => sql`${placeOf(nth)} is distinct from 0`),
    sql` and `,
  )}`

/** `rules/search-rank` in SQL for these places, 0 best: the sum over the words. */
export const searchRank = ({ count }: AskedWords) =>
  sql<number>`${sql.join(
    numbers(count).map((nth) => wordRank(placeOf(nth), nth === 1)),
    sql` + `,
  )}`

/** A name that starts with a part has it behind the space before every word. */
const wordRank = (place: RawBuilder<number>, isFirst: boolean) =>
  sql`case when ${place} > 0 then ${placeRank(place, isFirst ? 1 : undefined)}
           when ${place} < 0 then ${sql.lit(partRank)} + ${placeRank(sql`-${place}`, isFirst ? 2 : undefined)}
           else 0 end`

/** `nameStart` is where the first word of a search stands if the name starts with it. */
const placeRank = (place: RawBuilder<unknown>, nameStart?: number) =>
  sql`case ${nameStart ? sql`when ${place} = ${sql.lit(nameStart)} then ${sql.lit(placeRanks.nameStart)}` : sql``}
           when ${place} < name_end then ${sql.lit(placeRanks.name)}
           when ${place} < category_end then ${sql.lit(placeRanks.category)}
           else ${sql.lit(placeRanks.description)} end`
