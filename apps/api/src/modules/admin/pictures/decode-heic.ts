import { Worker } from 'node:worker_threads'

const TIMEOUT_MS = 20_000

export interface HeicTask {
  bytes: Uint8Array
  maxPixels: number
}

export type HeicOutcome =
  | { kind: 'decoded'; width: number; height: number; rgba: ArrayBuffer }
  | { kind: 'unreadable' }
  | { kind: 'too-many-pixels' }

/**
 * Decodes an iPhone's HEIC, turned upright, in a thread of its own: the prebuilt sharp has no HEVC, and WebAssembly works
 * without pause. What crashes or does not end counts as unreadable.
 */
export function decodeHeic(task: HeicTask): Promise<HeicOutcome> {
  const worker = new Worker(new URL('./heic.worker.ts', import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: 256 },
    stdout: true, // libheif prints what it dislikes about a file
    stderr: true,
  })
  return new Promise<HeicOutcome>((resolve) => {
    const giveUp = () => resolve({ kind: 'unreadable' })
    const timer = setTimeout(giveUp, TIMEOUT_MS)
    worker.once('message', resolve)
    worker.once('error', giveUp)
    worker.once('exit', () => {
      clearTimeout(timer)
      giveUp()
    })
  }).finally(() => void worker.terminate())
}
