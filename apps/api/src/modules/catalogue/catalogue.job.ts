import type { Context } from '../../http/context.ts'
import type { Job } from '../../jobs/jobs.ts'
import { purgeSearchWords } from './search/purge-search-words.ts'

/** The catalogue's background jobs. Each run gets a context of its own. */
export const catalogueJobs = (makeContext: () => Context): Job[] => [
  { name: 'purge-search-words', every: 3_600, run: () => purgeSearchWords(makeContext().em) },
]
