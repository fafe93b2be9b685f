import type { HealthStatus } from '@marashi/domain/contracts/admin-health'
import { type Column, DataTable } from '@marashi/ui/data-table'
import { healthCopy } from '../../copy/health.ts'
import { Timestamp } from '../../lib/display/timestamp.tsx'
import { FoldedPart } from './folded-part.tsx'

type Process = HealthStatus['processes'][number]
const copy = healthCopy.processes

const columns: Column<Process>[] = [
  { key: 'name', header: copy.name, cell: ({ pid, host }) => copy.where(pid, host) },
  {
    key: 'version',
    header: copy.version,
    cell: ({ version, isDraining }) => (isDraining ? `${version}, ${copy.draining}` : version),
  },
  { key: 'since', header: copy.since, cell: ({ startedAt }) => <Timestamp at={startedAt} /> },
  {
    key: 'memory',
    header: copy.memory,
    cell: ({ memoryMegabytes }) => copy.megabytes(memoryMegabytes),
    isAtEnd: true,
  },
  { key: 'wait', header: copy.wait, cell: ({ loopMs }) => copy.milliseconds(loopMs), isAtEnd: true },
]

/** The processes that serve the shop. */
export function ProcessTable({ processes }: { processes: readonly Process[] }) {
  return (
    <FoldedPart title={copy.title(processes.length)}>
      <DataTable
        caption={copy.caption}
        columns={columns}
        rows={processes}
        rowKey={({ id }) => id}
        emptyText={copy.none}
      />
    </FoldedPart>
  )
}
