import { closestWords } from '@marashi/domain/rules/closest-words'
import type { EntityManager } from '@mikro-orm/postgresql'

const MAX_SPELLINGS = 3
const MAX_CANDIDATES = 200

/**
 * For every word of a search that found nothing: itself where the catalogue knows it, else the known words nearest to it
 * ("oudh" → "oud", "safforn" → "saffron"). Answers null when a word is near to nothing. The catalogue knows a word while
 * a product has it; triggers count these.
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
  const rows: { word: string; folded: string }[] = await em.execute(
    `select s.word, q.folded from (select shop_fold(?) as folded) q, search_words s
     where s.word % q.folded or strpos(s.word, q.folded) > 0
        or (abs(length(s.word) - length(q.folded)) <= 2 and levenshtein_less_equal(s.word, q.folded, 2) <= 2)
     group by s.word, q.folded having sum(s.product_count) > 0
     order by strpos(s.word, q.folded) = 0, similarity(s.word, q.folded) desc, sum(s.product_count) desc, s.word
     limit ${MAX_CANDIDATES}`,
    [word],
  )
  const folded = rows[0]?.folded
  if (folded === undefined) return []
  if (rows.some((row) => row.word.includes(folded))) return [word]
  return closestWords(
    folded,
    rows.map((row) => row.word),
  ).slice(0, MAX_SPELLINGS)
}
