/** When a search finds nothing, the shop searches for the known words that the shopper most likely meant. */

import { foldText } from './fold-text.ts'

/** Where no word is near enough, words at least this similar match: docs/behaviour.md#misspelt-searches. */
const leastSimilarity = 0.45

/**
 * The candidates that `term` may be a misspelling of: those with the fewest edits where these are allowed, else those that
 * are similar. Best first: by edit distance, then by similarity, then by alphabet. Case and accents are ignored;
 * candidates are returned as they were given, each once.
 */
export function closestWords(term: string, candidates: readonly string[]): string[] {
  const wanted = foldText(term.trim())
  if (wanted === '') return []
  const allowed = allowedEdits(wanted)
  const words = [...new Set(candidates)].map((candidate) => {
    const word = foldText(candidate.trim())
    return { candidate, word, similarity: trigramSimilarity(wanted, word), distance: editDistance(wanted, word) }
  })
  const fewest = Math.min(...words.map(({ distance }) => distance))
  const matches = words.filter(({ similarity, distance }) =>
    fewest <= allowed ? distance === fewest : similarity >= leastSimilarity,
  )
  matches.sort((a, b) => a.distance - b.distance || b.similarity - a.similarity || alphabetically(a.word, b.word))
  return matches.map((match) => match.candidate)
}

/**
 * How many letters must be added, removed, changed or swapped with their neighbour to turn `a` into `b` (optimal string
 * alignment: a swapped pair counts once, and no pair is edited twice).
 */
export function editDistance(a: string, b: string): number {
  const from = [...a]
  const to = [...b]
  let beforePrevious: number[] = []
  let previous = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[row - 1] === to[column - 1]
      const isSwap = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      current[column] = Math.min(
        cost(previous, column) + 1,
        cost(current, column - 1) + 1,
        cost(previous, column - 1) + (isSame ? 0 : 1),
        isSwap ? cost(beforePrevious, column - 2) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    beforePrevious = previous
    previous = current
  }
  return cost(previous, to.length)
}

/** PostgreSQL's pg_trgm similarity: shared three-letter pieces divided by all distinct ones, 0 to 1. */
export function trigramSimilarity(a: string, b: string): number {
  const left = trigrams(a)
  const right = trigrams(b)
  const shared = left.intersection(right).size
  const all = left.size + right.size - shared
  return all === 0 ? 0 : shared / all
}

/** One edit turns a word of two letters into another word; a long word allows two edits. */
function allowedEdits(word: string): number {
  const letters = [...word].length
  if (letters < 3) return 0
  return letters <= 5 ? 1 : 2
}

/** pg_trgm puts two spaces before each word and one after it. */
function trigrams(text: string): Set<string> {
  const pieces = new Set<string>()
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
    const padded = [...`  ${word} `]
    for (let start = 0; start + 3 <= padded.length; start += 1) pieces.add(padded.slice(start, start + 3).join(''))
  }
  return pieces
}

function cost(row: number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY
}

function alphabetically(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
