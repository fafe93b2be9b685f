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
    'What uses it is refused from then on: make a new key and give it to that program.',
  )
}
