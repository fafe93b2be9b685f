import { closestWords } from '@marashi/domain/rules/closest-words'
import type { EntityManager } from '@mikro-orm/postgresql'
import { type Expression, sql } from 'kysely'
import { compileOnce } from '../../db/compile-once.ts'
import { containing, db, folded } from '../../db/db.ts'

const MAX_SPELLINGS = 3
const MAX_CANDIDATES = 200

/**
 * For every word of a search that found nothing: itself where the catalogue knows it, else the known words nearest to it
 * ("oudh" → "oud", "safforn" → "saffron"). Answers null when a word is near to nothing: docs/behaviour.md#misspelt-searches.
 *
 * A trigram index proposes; PostgreSQL's trigrams alone would miss swapped letters in short words ("rsoe"), so words
 * within two edits are proposed too and rules/closest-words decides.
 */
export async function correctSpelling(em: EntityManager, words: string[]): Promise<string[][] | null> {
  const spellings = await Promise.all(words.map((word) => spellingsOf(em, word)))
  return spellings.every((found) => found.length > 0) ? spellings : null
}

async function spellingsOf(em: EntityManager, word: string): Promise<string[]> {
  if (word.length < 3 || word.length > 40) return [word]
  const rows = await candidatesFor(em, { word })
  const asTyped = rows[0]?.folded
  if (asTyped === undefined) return []
  if (rows.some((row) => row.word.includes(asTyped))) return [word]
  return closestWords(
    asTyped,
    rows.map((row) => row.word),
  ).slice(0, MAX_SPELLINGS)
}

const candidatesFor = compileOnce((em, { word }: { word: string }) =>
  db(em)
    .selectFrom([db(em).selectNoFrom(folded(word).as('folded')).as('q'), 'search_words as s'])
    .select(['s.word', 'q.folded'])
    .where('s.word', 'in', candidates(em, folded(word)))
    .groupBy(['s.word', 'q.folded'])
    .having(({ fn }) => fn.sum<number>('s.product_count'), '>', 0)
    .orderBy(sql`strpos(s.word, q.folded) = 0`)
    .orderBy(sql`similarity(s.word, q.folded)`, 'desc')
    .orderBy(({ fn }) => fn.sum<number>('s.product_count'), 'desc')
    .orderBy('s.word')
    .limit(sql.lit(MAX_CANDIDATES)),
)

/** Three look-ups, because one with "or" would compare every word of the catalogue and use no index. */
function candidates(em: EntityManager, asked: Expression<string>) {
  const alike = db(em).selectFrom('search_words').select('word').where(sql<boolean>`word % ${asked}`)
  const longer = db(em).selectFrom('search_words').select('word').where('word', 'like', containing(asked))
  // "case" keeps the order: levenshtein_less_equal throws for a word of more than 255 characters.
  const withinTwoEdits = db(em)
    .selectFrom('search_words')
    .select('word')
    .where(
      sql<boolean>`case when abs(length(word) - length(${asked})) <= 2
                 then levenshtein_less_equal(word, ${asked}, 2) <= 2 end`,
    )
  return alike.union(longer).union(withinTwoEdits)
}
