import { z } from 'zod'
import { instant } from './primitives.ts'

/** `POST /api/admin/login` and the login form (specification §5). */
export const loginInput = z.strictObject({
  password: z.string({ error: 'Password is required' }).min(1, 'Password is required').max(1_000),
})
export type Login = z.infer<typeof loginInput>

/** What comes with the answer to a login. */
export const loginHeaders = z.object({
  'Set-Cookie': z.string().optional().meta({ description: 'The session, for this browser alone' }),
})

/** A live session; it ends earlier when it lies idle (decisions 35). */
export const adminSession = z.object({ expiresAt: instant }).meta({ id: 'AdminSession' })
export type AdminSession = z.infer<typeof adminSession>
