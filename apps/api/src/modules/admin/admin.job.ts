import { compactCounters } from '../../db/counters.ts'
import type { Context } from '../../http/context.ts'
import type { Job } from '../../jobs/jobs.ts'
import { garbageCollectPictures } from '../media/garbage-collect-pictures.ts'
import type { MediaStore } from '../media/media-store.ts'
import { purgeSessions } from './session/purge-sessions.ts'
import { purgeSchedule } from './session/session-policy.ts'

/** The administration's work without a user. Each job starts with a context of its own. */
export const adminJobs = (makeContext: () => Context, media: MediaStore): Job[] => [
  { name: 'compact-counters', every: 5, run: () => compactCounters(makeContext().em) },
  { name: 'purge-sessions', every: purgeSchedule, run: () => purgeSessions(makeContext()) },
  { name: 'garbage-collect-pictures', every: 600, run: () => garbageCollectPictures(makeContext(), media) },
]
