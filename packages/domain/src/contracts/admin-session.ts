import { z } from 'zod'
import { instant } from './primitives.ts'

/** `POST /api/admin/login` and the login form. */
export const loginInput = z.strictObject({
  password: z
    .string({ error: 'Password is required' })
    .min(1, 'Password is required')
    .max(1_000, 'Must be at most 1000 characters'),
})
export type Login = z.infer<typeof loginInput>

/** The headers of the answer to a login. */
export const loginHeaders = z.object({
  'Set-Cookie': z.string().optional().meta({ description: 'The session, for this browser alone' }),
})

/** An open session; it ends earlier when it is idle. See docs/behaviour.md#administrator-session. */
export const adminSession = z.object({ expiresAt: instant }).meta({ id: 'AdminSession' })
export type AdminSession = z.infer<typeof adminSession>

/** `POST /api/admin/sessions/end-others`: how many sessions were ended. */
export const endedSessions = z.object({ ended: z.int() }).meta({ id: 'EndedSessions' })
