import { broken, doubtful, type Finding, fine } from '../finding.ts'

const PART = 'Disk'
const GIGABYTE = 1_000_000_000
const LITTLE_GIGABYTES = 2
const TOO_LITTLE_GIGABYTES = 0.3

/** What is free on the disk of the data folder; of several machines on the fullest. */
export function diskFinding({ freeBytes, folder }: { freeBytes: number; folder: string }): Finding {
  const free = freeBytes / GIGABYTE
  const message = `${free.toFixed(1)} GB free in ${folder}.`
  if (free < TOO_LITTLE_GIGABYTES) return broken(PART, message, 'Make room before PostgreSQL stops.')
  return free < LITTLE_GIGABYTES ? doubtful(PART, message, 'Make room soon.') : fine(PART, message)
}
