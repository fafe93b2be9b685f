import { ShopError } from '../../../shop-error.ts'

/** What an examination of one part of the shop came to. */
export interface Finding {
  part: string
  /** Which it is about, where a part has several that go wrong each for itself: one that stays broken hides no other. */
  of?: string
  /** `broken`: shoppers or the owner's money feel it. `doubtful`: it may become so. */
  state: 'fine' | 'doubtful' | 'broken'
  /** What was seen, in a sentence for the owner. */
  message: string
  /** What to do about it; part of the message where it is absent. */
  remedy?: string
}

export const fine = (part: string, message: string): Finding => ({ part, state: 'fine', message })
export const doubtful = (part: string, message: string, remedy?: string): Finding => ({
  part,
  state: 'doubtful',
  message,
  ...(remedy && { remedy }),
})
export const broken = (part: string, message: string, remedy?: string): Finding => ({
  part,
  state: 'broken',
  message,
  ...(remedy && { remedy }),
})

const signs: Record<Finding['state'], string> = { fine: 'ok  ', doubtful: 'look', broken: 'FIX ' }

/** A finding as a line of text: "look Mail           SMTP_URL is not set: no customer gets a receipt." */
export const findingLine = ({ part, state, message, remedy = '' }: Finding): string =>
  `${signs[state]} ${part.padEnd(14)} ${message} ${remedy}`.trimEnd()

/** The message of what was thrown, and of what caused it. */
export function reasonOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown)
  const cause = thrown.cause instanceof Error ? `: ${reasonOf(thrown.cause)}` : ''
  return `${thrown.message}${cause}`
}

/** The message of what was thrown, for whoever runs the shop: of a refusal also why, which its callers are not told. */
export function messageForOwner(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown)
  return thrown instanceof ShopError && thrown.cause ? `${thrown.message} ${reasonOf(thrown.cause)}` : thrown.message
}
