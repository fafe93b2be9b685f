/** How long an order that waits keeps its pieces, and from which count a perfume is low. */

import { z } from 'zod'
import { setting } from './setting.ts'

const MONTH_HOURS = 720
const QUARTER_DAYS = 90

export const stockSettings = {
  /** Of an order that is to be paid before it is sent. */
  holdHours: setting(
    z.int('Please enter whole hours').min(1, 'At least 1 hour').max(MONTH_HOURS, `At most ${MONTH_HOURS} hours`),
    24,
  ),
  /** Of an order that is to be paid on delivery and that nobody has begun. */
  deliveryHoldDays: setting(
    z.int('Please enter whole days').min(1, 'At least 1 day').max(QUARTER_DAYS, `At most ${QUARTER_DAYS} days`),
    7,
  ),
  /** Where a perfume has no number of its own. */
  lowAt: setting(z.int('Please enter a whole number').min(0, 'At least 0').max(1_000, 'At most 1,000'), 3),
}
