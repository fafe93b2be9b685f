import type { Context } from '../../http/context.ts'
import type { Job } from '../../jobs/jobs.ts'
import { releaseHeldPieces } from './release-held-pieces.ts'

/** What orders need while nobody is looking. Each run gets a context of its own. */
export const orderJobs = (makeContext: () => Context): Job[] => [
  { name: 'release-held-pieces', every: 60, run: () => releaseHeldPieces(makeContext()) },
]
