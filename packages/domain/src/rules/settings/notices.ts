/** What the owner is told by which channel, and when nobody is to be disturbed. */

import { z } from 'zod'
import { type NoticeKind, noticeKinds } from '../notices.ts'
import { setting } from './setting.ts'

const kinds = z
  .array(z.enum(noticeKinds))
  .max(noticeKinds.length)
  .refine((given) => new Set(given).size === given.length, 'Each may be named once')

const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Please enter a time, as 21:30')

/** A payment that comes follows the order that was told already; a push about it is short. */
const byEmail: NoticeKind[] = noticeKinds.filter((kind) => kind !== 'paid')

export const noticesSettings = {
  email: setting(kinds, byEmail),
  push: setting(kinds, [...noticeKinds]),
  /** Clock times in Nairobi. What happens in between is told at the end. */
  quietHours: setting(z.object({ isOn: z.boolean(), from: time, until: time }), {
    isOn: false,
    from: '21:30',
    until: '07:00',
  }),
}
