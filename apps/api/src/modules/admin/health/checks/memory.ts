import { broken, doubtful, type Finding, fine } from '../finding.ts'

const PART = 'Memory'
const MUCH = 0.8
const TOO_MUCH = 0.92
const MEGABYTE = 1_000_000

/** The memory of the process that comes nearest to what it may take. */
export function memoryFinding({ bytes, share }: { bytes: number; share: number }): Finding {
  const used = `${Math.round(bytes / MEGABYTE)} MB`
  if (share < MUCH) return fine(PART, `${used}.`)
  const message = `A process takes ${used}, ${Math.round(share * 100)} % of what it may. At 100 % it ends.`
  const remedy = 'Give it more memory, or start it again at a quiet hour.'
  return share >= TOO_MUCH ? broken(PART, message, remedy) : doubtful(PART, message, remedy)
}
