import { commonCopy } from '../copy/common.ts'
import { nairobiTime } from './nairobi-time.ts'

/** A moment in Nairobi's time; machines and the pointer get the full timestamp. "N/A" where there is none. */
export function Timestamp({ at }: { at: string | null | undefined }) {
  if (!at) return <>{commonCopy.noDate}</>
  return (
    <time dateTime={at} title={at}>
      {nairobiTime(at)}
    </time>
  )
}
