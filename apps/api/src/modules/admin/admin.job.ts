import type { Context } from '../../kernel/context.ts'
import type { Job } from '../../kernel/jobs.ts'
import { foldTallies } from '../../kernel/tallies.ts'
import { forgetSessions } from './forget-sessions.ts'
import { collectPictures } from './pictures/collect-pictures.ts'
import type { MediaStore } from './pictures/media-store.ts'

/** What the back office needs while nobody is looking. Each job starts with a context of its own. */
export const adminJobs = (makeContext: () => Context, media: MediaStore): Job[] => [
  { name: 'fold-tallies', every: 5, run: () => foldTallies(makeContext().em) },
  { name: 'forget-sessions', every: { cron: '10 * * * *' }, run: () => forgetSessions(makeContext()) },
  { name: 'collect-pictures', every: 600, run: () => collectPictures(makeContext(), media) },
]
