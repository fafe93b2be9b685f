import type { Context } from '../../http/context.ts'
import type { Job } from '../../jobs/jobs.ts'
import { addUpSearchWords } from './add-up-search-words.ts'

/** The catalogue's background jobs. Each run gets a context of its own. */
export const catalogueJobs = (makeContext: () => Context): Job[] => [
  { name: 'add-up-search-words', every: 60, run: () => addUpSearchWords(makeContext().em) },
]
