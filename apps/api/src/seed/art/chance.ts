/**
 * Chance that always falls the same way: numbers from 0 (included) to 1 (excluded) that follow from `text` alone, so
 * that a perfume keeps its bottle for good (FNV-1a hash, mulberry32 generator).
 */
export function chanceOf(text: string): () => number {
  let state = 2_166_136_261
  for (const character of text) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 16_777_619)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** One of `choices`, as `chance` decides. */
export function pick<Choice>(chance: () => number, choices: readonly Choice[]): Choice {
  const choice = choices[Math.floor(chance() * choices.length)]
  if (choice === undefined) throw new Error('Nothing to pick from')
  return choice
}
