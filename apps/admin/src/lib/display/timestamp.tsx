import { nairobiSecond, nairobiTime } from '@marashi/domain/rules/nairobi-time'
import { commonCopy } from '../../copy/common.ts'

/** A moment in Nairobi's time, to the second for the pointer and in UTC for machines. "N/A" where there is none. */
export function Timestamp({ at }: { at: string | null | undefined }) {
  if (!at) return <>{commonCopy.noDate}</>
  return (
    <time dateTime={at} title={commonCopy.nairobi(nairobiSecond(at))}>
      {nairobiTime(at)}
    </time>
  )
}
