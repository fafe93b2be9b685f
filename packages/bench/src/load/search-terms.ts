/**
 * Makes searches of a piece each of `wordsPerSearch` words that stand in one of `texts`, each search at most once: all
 * find something, and nobody has asked them before. Throws when the texts have no more to give.
 */
export function neverSeenTerms(
  { texts, wordsPerSearch }: { texts: readonly string[]; wordsPerSearch: number },
  random: () => number,
): () => string {
  const wordsOf = texts.map((text) => [...new Set(text.toLowerCase().match(/[a-z]{3,}/g))])
  const seen = new Set<string>()
  const below = (limit: number) => Math.floor(random() * limit)
  /** Three letters or more, from anywhere in the word. */
  const pieceOf = (word: string): string => {
    const start = below(word.length - 2)
    return word.slice(start, start + 3 + below(word.length - start - 2))
  }
  const anyTerm = (): string => {
    const words = [...(wordsOf[below(wordsOf.length)] as string[])]
    const chosen = Array.from({ length: wordsPerSearch }, () => words.splice(below(words.length), 1)).flat()
    return chosen.map(pieceOf).join(' ')
  }
  return () => {
    for (let attempt = 0; attempt < 1_000; attempt++) {
      const term = anyTerm()
      if (seen.has(term)) continue
      seen.add(term)
      return term
    }
    throw new Error('Every search these texts offer has been asked')
  }
}

/** Searches of two words that stand nowhere and resemble nothing, each at most once. */
export function nowhereTerms(random: () => number): () => string {
  const letters = 'qxzjkv'
  const word = () => Array.from({ length: 9 }, () => letters[Math.floor(random() * letters.length)]).join('')
  return () => `${word()} ${word()}`
}
