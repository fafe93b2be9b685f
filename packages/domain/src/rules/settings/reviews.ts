/** Who may review a perfume, and whether the owner reads a review before shoppers do. */

import { z } from 'zod'
import { setting } from './setting.ts'

export const reviewsSettings = {
  /** Off: a review shows at once. */
  isModerated: setting(z.boolean(), true),
  /** A review belongs to an order of the perfume that was paid or delivered. */
  isForBuyers: setting(z.boolean(), false),
}
