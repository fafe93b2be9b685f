import { nairobiSecond, nairobiTime } from '@marashi/domain/rules/nairobi-time'
import { commonCopy } from '../../copy/common.ts'

/** A time in Nairobi; the tooltip has seconds, and `datetime` is UTC. "N/A" where there is none. */
export function Timestamp({ at }: { at: string | null | undefined }) {
  if (!at) return <>{commonCopy.noDate}</>
  return (
    <time dateTime={at} title={commonCopy.nairobi(nairobiSecond(at))}>
      {nairobiTime(at)}
    </time>
  )
}
