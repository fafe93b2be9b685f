const MOST = 200
const BEFORE = 40

/** Two texts that differ, each of 200 characters at most; longer ones begin shortly before the first difference, and … is where they are cut. */
export function bothExcerpts(a: string, b: string): [string, string] {
  const letters = [[...a], [...b]] as const
  if (letters.every(({ length }) => length <= MOST)) return [a, b]
  const first = letters[0].findIndex((letter, index) => letter !== letters[1][index])
  // Where one only goes on, it differs from the end of the other.
  const start = Math.max((first === -1 ? letters[0].length : first) - BEFORE, 0)
  const [from = '', to = ''] = letters.map((text) => excerpt(text, start))
  return [from, to]
}

function excerpt(text: readonly string[], start: number): string {
  const length = MOST - 2
  const end = start + length
  return `${start > 0 ? '…' : ''}${text.slice(start, end).join('')}${end < text.length ? '…' : ''}`
}
