import { nairobiTime } from '@marashi/domain/rules/nairobi-time'
import { broken, doubtful, type Finding, fine } from '../finding.ts'
import { OUTDATED_REMEDY } from './schema.ts'

const PART = 'Processes'
const SILENT_AFTER_SECONDS = 60
const LOST_COUNT_FOR_SECONDS = 3_600
const MANY_LOST = 3
/** As long as that an update may take to reach every process. */
const ROLLING_SECONDS = 600

export interface ProcessFacts {
  host: string
  version: string
  seenAt: Date
  /** For how long it has not been heard of. */
  silentSeconds: number
  upSeconds: number
  /** Whether a newer version of the shop has updated the database since. */
  isOutdated: boolean
}

export const isAlive = ({ silentSeconds }: Pick<ProcessFacts, 'silentSeconds'>): boolean =>
  silentSeconds < SILENT_AFTER_SECONDS

/** The processes of the shop run, in one version that knows the whole schema, and none was lost within the last hour. */
export function processesFinding(processes: readonly ProcessFacts[]): Finding {
  const alive = processes.filter(isAlive)
  const lost = processes.filter((each) => !isAlive(each) && each.silentSeconds < LOST_COUNT_FOR_SECONDS)
  const [last] = lost.toSorted((a, b) => a.silentSeconds - b.silentSeconds)
  if (last) {
    const count = lost.length === 1 ? 'A process was' : `${lost.length} processes were`
    const message = `${count} lost within the last hour without being stopped, the last at ${nairobiTime(last.seenAt)} on ${last.host}.`
    const remedy =
      'It was killed, had too little memory, or its machine went off: its last lines in the log show which.'
    return lost.length >= MANY_LOST ? broken(PART, message, remedy) : doubtful(PART, message, remedy)
  }
  const isUpdating = alive.some(({ upSeconds }) => upSeconds <= ROLLING_SECONDS)
  const outdated = alive.filter(({ isOutdated }) => isOutdated)
  if (outdated.length > 0 && (outdated.length === alive.length || !isUpdating)) {
    const run = outdated.length === 1 ? 'A process runs' : `${outdated.length} processes run`
    return doubtful(PART, `${run} an older version of the shop than has updated the database.`, OUTDATED_REMEDY)
  }
  const versions = [...new Set(alive.map(({ version }) => version))].toSorted()
  if (versions.length > 1 && !isUpdating)
    return doubtful(
      PART,
      `Two versions of the shop run side by side: ${versions.join(' and ')}.`,
      'Finish the update: start the older processes again with the new version.',
    )
  const running = alive.length === 1 ? 'One runs' : `${alive.length} run`
  return fine(PART, `${running}, version ${versions.join(' and ')}.`)
}
