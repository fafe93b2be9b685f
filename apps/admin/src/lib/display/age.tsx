import { shopNow } from '@marashi/api-client/shop-clock'
import { nairobiDate, nairobiTime } from '@marashi/domain/rules/nairobi-time'
import { commonCopy } from '../../copy/common.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** How long ago something happened; after a month, its day. The tooltip has the time. */
export function Age({ at, isShort = false }: { at: string; isShort?: boolean }) {
  return (
    <time dateTime={at} title={commonCopy.nairobi(nairobiTime(at))}>
      {ageOf(at, shopNow(), isShort ? commonCopy.ageShort : commonCopy.age)}
    </time>
  )
}

/** The age in the largest unit that fits, in the words of `words`. */
export function ageOf(at: string, now: number, words: typeof commonCopy.age | typeof commonCopy.ageShort): string {
  const ms = now - Date.parse(at)
  if (ms < MINUTE) return words.now
  if (ms < HOUR) return words.minutes(Math.floor(ms / MINUTE))
  if (ms < DAY) return words.hours(Math.floor(ms / HOUR))
  if (ms < 31 * DAY) return words.days(Math.floor(ms / DAY))
  return nairobiDate(at)
}
