/**
 * Makes searches of two pieces of words that stand in one of `texts`, each search at most once: all find something, and
 * nobody has asked them before. Throws when the texts have no more to give.
 */
export function neverSeenTerms(texts: readonly string[], random: () => number): () => string {
  const seen = new Set<string>()
  const wordsOf = texts.map((text) => text.toLowerCase().match(/[a-z]{4,}/g) ?? [])
  const oneOf = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item
  const pieceOf = (word: string): string => {
    const start = Math.floor(random() * (word.length - 3))
    return word.slice(start, start + 4 + Math.floor(random() * (word.length - start - 3)))
  }
  return () => {
    for (let attempt = 0; attempt < 1_000; attempt++) {
      const words = oneOf(wordsOf)
      const term = `${pieceOf(oneOf(words))} ${pieceOf(oneOf(words))}`
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
