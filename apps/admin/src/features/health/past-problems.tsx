import type { HealthStatus } from '@marashi/domain/contracts/admin-health'
import { type Column, DataTable } from '@marashi/ui/data-table'
import { healthCopy } from '../../copy/health.ts'
import { Timestamp } from '../../lib/display/timestamp.tsx'
import { FoldedPart } from './folded-part.tsx'

type PastProblem = HealthStatus['past'][number]
const copy = healthCopy.past

const columns: Column<PastProblem>[] = [
  { key: 'part', header: copy.part, cell: ({ part }) => part },
  { key: 'message', header: copy.message, cell: ({ message }) => message },
  { key: 'from', header: copy.from, cell: ({ since }) => <Timestamp at={since} /> },
  { key: 'until', header: copy.until, cell: ({ endedAt }) => <Timestamp at={endedAt} /> },
]

/** What was wrong and is over. */
export function PastProblems({ past, total }: { past: readonly PastProblem[]; total: number }) {
  return (
    <FoldedPart title={copy.title(total)}>
      <DataTable
        caption={copy.caption}
        columns={columns}
        rows={past}
        rowKey={({ id }) => String(id)}
        emptyText={copy.none}
      />
      {total > past.length && <p>{copy.more(total - past.length)}</p>}
    </FoldedPart>
  )
}
