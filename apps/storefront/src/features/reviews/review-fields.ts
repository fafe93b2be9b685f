import type { reviewForm } from '@marashi/domain/contracts/reviews'
import type { z } from 'zod'

/** What the fields of the review form hold before the contract has read them. */
export type ReviewFields = z.input<typeof reviewForm>
