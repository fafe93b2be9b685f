/** When the shop is open: each weekday, Saturday and Sunday, in Nairobi's time. */

import { z } from 'zod'
import { setting } from './setting.ts'

const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Please enter a time, as 09:00')

export const dayHours = z.discriminatedUnion('kind', [
  z
    .object({ kind: z.literal('open'), opens: time, closes: time })
    .refine(({ opens, closes }) => opens < closes, { path: ['closes'], message: 'Must close later than it opens' }),
  z.object({ kind: z.literal('by-appointment') }),
  z.object({ kind: z.literal('closed') }),
])
export type DayHours = z.output<typeof dayHours>

const nineToSeven: DayHours = { kind: 'open', opens: '09:00', closes: '19:00' }

export const hoursSettings = {
  /** Monday to Friday. */
  weekdays: setting(dayHours, nineToSeven),
  saturday: setting(dayHours, nineToSeven),
  sunday: setting(dayHours, { kind: 'by-appointment' }),
}
