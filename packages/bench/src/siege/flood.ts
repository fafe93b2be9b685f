import { fork } from 'node:child_process'
import type { Answers } from './answers.ts'
import type { FloodKind } from './flood-requests.ts'

export interface FloodOptions {
  origin: string
  kind: FloodKind
  /** Product ids that exist. */
  productIds: readonly string[]
  /** How many networks it comes from. */
  networks: number
  /** Undefined: as fast as answers come. */
  perSecond?: number
  connections?: number
  /** Either of both ends it. */
  seconds?: number
  requests?: number
  /** Where the counting of never-seen addresses begins, so that two floods share none. */
  firstNth?: number
}

export interface Flooded {
  answers: Answers
  perSecond: number
  p50Ms: number
  p99Ms: number
  /** The most answers other than 429 and 503 that one network got. */
  mostServed: number
}

/** Sends requests from a process of its own, so that shoppers are not timed by a busy one. */
export function flood(options: FloodOptions): Promise<Flooded> {
  return new Promise((resolve, reject) => {
    const child = fork(new URL('flood.main.ts', import.meta.url))
    child.once('message', (flooded) => resolve(flooded as Flooded))
    child.once('error', reject)
    child.once('exit', () => reject(new Error('The flood ended without a result')))
    child.send(options)
  })
}
