/** How long an unpaid order keeps its pieces, and from which count a perfume is low. */

import { z } from 'zod'
import { setting } from './setting.ts'

const MONTH_HOURS = 720

export const stockSettings = {
  /** Pay on delivery is no unpaid order. */
  holdHours: setting(
    z.int('Please enter whole hours').min(1, 'At least 1 hour').max(MONTH_HOURS, `At most ${MONTH_HOURS} hours`),
    24,
  ),
  /** Where a perfume has no number of its own. */
  lowAt: setting(z.int('Please enter a whole number').min(0, 'At least 0').max(1_000, 'At most 1,000'), 3),
}
