import { mkdir, statfs } from 'node:fs/promises'
import { proveWritable } from './prove-writable.ts'

/** Below these PostgreSQL and pictures fail at any moment. */
const LEAST_FREE_BYTES = 50_000_000
const LEAST_FREE_FILES = 500
/** Load balancers ask every second. */
const KEEP_MS = 5_000

/**
 * Answers why nothing more can be stored in `folder`: too little space, too few files that may still be made, or a byte
 * that could not be written. Undefined where all is well. What was found is kept for five seconds.
 */
export function diskProblems(folder: string, elapsedMs = () => performance.now()): () => Promise<string | undefined> {
  let last: { atMs: number; problem: Promise<string | undefined> } | undefined
  return () => {
    if (!last || elapsedMs() - last.atMs >= KEEP_MS) last = { atMs: elapsedMs(), problem: problemOf(folder) }
    return last.problem
  }
}

async function problemOf(folder: string): Promise<string | undefined> {
  try {
    await mkdir(folder, { recursive: true })
    const { bavail, bsize, files, ffree } = await statfs(folder)
    if (bavail * bsize < LEAST_FREE_BYTES) return `${folder} has ${Math.round((bavail * bsize) / 1e6)} MB left`
    // Some file systems count no files.
    if (files > 0 && ffree < LEAST_FREE_FILES) return `${folder} has room for ${ffree} more files`
    await proveWritable(folder)
    return undefined
  } catch (problem) {
    return `${folder} cannot be written: ${problem instanceof Error ? problem.message : problem}`
  }
}
