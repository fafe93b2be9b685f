/** The words of the home page, and the perfumes that are shown first there. */

import { z } from 'zod'
import { isId } from '../record-id.ts'
import { filledLine, line, setting } from './setting.ts'

const picks = z
  .array(z.string().toLowerCase().refine(isId, 'Not a valid id'))
  .max(12, 'At most 12 perfumes')
  .refine((given) => new Set(given).size === given.length, 'Each may be chosen once')

export const homeSettings = {
  /** The last two words of a longer title stand out. */
  title: setting(filledLine(80), 'Premium fragrances and luxury scents'),
  text: setting(line(240), 'Discover the finest collection of authentic fragrances and luxury scents.'),
  /** Leads to all perfumes. */
  button: setting(filledLine(30), 'Shop Collection'),
  /** Ids, the first one first; the newest follow. */
  featured: setting(picks, []),
}
