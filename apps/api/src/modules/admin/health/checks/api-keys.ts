import { nairobiTime } from '@marashi/domain/rules/nairobi-time'
import { doubtful, type Finding } from '../finding.ts'

const PART = 'API keys'

export interface EndingKey {
  name: string
  endsAt: Date
}

/** Programs that are about to be refused, or are since lately: their keys end without a word to them. Null where there are none. */
export function apiKeysFinding(ending: readonly EndingKey[], now: Date): Finding | null {
  if (ending.length === 0) return null
  const each = ending.map(
    ({ name, endsAt }) => `“${name}” ${endsAt <= now ? 'ended' : 'ends'} on ${nairobiTime(endsAt)}.`,
  )
  return doubtful(
    PART,
    each.join(' '),
    // As long as the old one works it is still listed: to revoke it is the last step.
    'Press Create a key under API keys, give the new one to the program that uses the old one, and revoke the old one. One that has ended stands here for a week.',
  )
}
