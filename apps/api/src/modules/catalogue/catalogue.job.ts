import type { Context } from '../../http/context.ts'
import type { Job } from '../../jobs/jobs.ts'
import { addUpSearchWords } from './add-up-search-words.ts'

/** What the catalogue needs while nobody is looking. Each job starts with a context of its own. */
export const catalogueJobs = (makeContext: () => Context): Job[] => [
  { name: 'add-up-search-words', every: 60, run: () => addUpSearchWords(makeContext().em) },
]
