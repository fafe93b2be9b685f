/** What an examination of one part of the shop came to. */
export interface Finding {
  part: string
  /** `broken`: shoppers or the owner's money feel it. `doubtful`: it may become so. */
  state: 'fine' | 'doubtful' | 'broken'
  /** What was seen, in a sentence for the owner; with what to do, where something is to be done. */
  says: string
}

export const fine = (part: string, says: string): Finding => ({ part, state: 'fine', says })
export const doubtful = (part: string, says: string): Finding => ({ part, state: 'doubtful', says })
export const broken = (part: string, says: string): Finding => ({ part, state: 'broken', says })

/** The message of what was thrown, and of what caused it. */
export function reasonOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown)
  const cause = thrown.cause instanceof Error ? `: ${reasonOf(thrown.cause)}` : ''
  return `${thrown.message}${cause}`
}
