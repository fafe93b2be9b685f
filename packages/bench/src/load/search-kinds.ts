/** What makes searches of each kind, all but certainly new ones. */
export type SearchKinds = Record<'spelt right' | 'misspelt' | 'nonsense' | 'mixed', () => string>

/** Searches of one to three words of one of the `texts`, of such with a letter wrong in one of them, and of no word at all. */
export function searchKinds(texts: readonly string[], chance: () => number): SearchKinds {
  const wordsOf = texts.map((text) => text.toLowerCase().match(/\p{L}{3,}/gu) ?? [])
  const below = (limit: number) => Math.floor(chance() * limit)
  const ofOneText = (): string[] => {
    const words = wordsOf[below(wordsOf.length)] as string[]
    const start = below(words.length - 3)
    return words.slice(start, start + 1 + below(3))
  }
  const misspelt = (word: string): string => {
    const at = below(word.length - 1)
    const [before, after] = [word.slice(0, at), word.slice(at + 1)]
    const letter = letterOf(below(26))
    return [
      before + letter + after,
      before + after,
      before + letter + word.slice(at),
      before + after.charAt(0) + word.charAt(at) + after.slice(1),
    ][below(4)] as string
  }
  const kinds = {
    'spelt right': () => ofOneText().join(' '),
    misspelt: () => {
      const words = ofOneText()
      const longest = words.toSorted((a, b) => b.length - a.length)[0]
      return words.map((word) => (word === longest ? misspelt(word) : word)).join(' ')
    },
    nonsense: () => Array.from({ length: 5 + below(5) }, () => letterOf(below(26))).join(''),
  }
  const all = Object.values(kinds)
  let asked = 0
  return { ...kinds, mixed: () => (all[asked++ % all.length] as () => string)() }
}

const letterOf = (nth: number): string => String.fromCharCode('a'.charCodeAt(0) + nth)
