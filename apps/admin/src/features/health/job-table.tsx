import type { HealthStatus } from '@marashi/domain/contracts/admin-health'
import { type Column, DataTable } from '@marashi/ui/data-table'
import { healthCopy } from '../../copy/health.ts'
import { Timestamp } from '../../lib/display/timestamp.tsx'
import { FoldedPart } from './folded-part.tsx'

type Job = HealthStatus['jobs'][number]
const copy = healthCopy.jobs

const columns: Column<Job>[] = [
  { key: 'name', header: copy.name, cell: ({ name }) => copy.names[name] ?? name },
  { key: 'run', header: copy.lastRun, cell: ({ lastStartedAt }) => <At at={lastStartedAt} /> },
  { key: 'success', header: copy.lastSuccess, cell: ({ lastSucceededAt }) => <At at={lastSucceededAt} /> },
  {
    key: 'state',
    header: copy.state,
    cell: ({ failingSince, lastError, lastSucceededAt }) =>
      failingSince ? (
        <>
          {copy.failing} <Timestamp at={failingSince} />: {lastError}
        </>
      ) : lastSucceededAt ? (
        copy.works
      ) : (
        copy.never
      ),
  },
]

/** What the shop does by itself; unfolded where some of it fails. */
export function JobTable({ jobs }: { jobs: readonly Job[] }) {
  return (
    <FoldedPart title={copy.title(jobs.length)} isOpen={jobs.some(({ failingSince }) => failingSince !== null)}>
      <DataTable
        caption={copy.caption}
        columns={columns}
        rows={jobs}
        rowKey={({ name }) => name}
        emptyText={copy.none}
      />
    </FoldedPart>
  )
}

const At = ({ at }: { at: string | null }) => (at ? <Timestamp at={at} /> : copy.never)
