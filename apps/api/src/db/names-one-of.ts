import { type Expression, type SqlBool, sql } from 'kysely'

/** So many names are found one by one, each in about a microsecond, before a text would be cut into its words. */
const FEW = 64

/** Ids as they are, since their hyphens would part them. */
const WORD = String.raw`[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\w+`
/** What JSON writes for a letter belongs to no word: a name may stand behind a line break. */
const ESCAPE = String.raw`\\u[0-9A-Fa-f]{4}|\\[^u]`
const isWord = (name: string) => new RegExp(`^(?:${WORD})$`).test(name)

/**
 * Whether a text has one of these names in it: ids, or receipts as their gateways write them. Many names are looked up by the words of
 * the text, so that it is read once however many they are; what is no word is sought by itself.
 */
export function namesOneOf(text: Expression<string | null>, names: readonly string[]) {
  if (names.length <= FEW) return hasOneOf(text, names)
  const words = names.filter(isWord)
  const others = names.filter((name) => !isWord(name))
  return sql<SqlBool>`(${hasWordOf(text, words)} or ${hasOneOf(text, others)})`
}

const hasOneOf = (text: Expression<string | null>, names: readonly string[]) =>
  sql<SqlBool>`exists (select from unnest(${names}::text[]) name where strpos(${text}, name) > 0)`

const hasWordOf = (text: Expression<string | null>, words: readonly string[]) =>
  sql<SqlBool>`exists (select from regexp_matches(${text}, ${`${ESCAPE}|${WORD}`}, 'g') word where word[1] = any(${words}::text[]))`
