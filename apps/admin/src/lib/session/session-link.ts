import { failureOf } from '@marashi/api-client/failure'
import type { createShopClient } from '@marashi/api-client/trpc'
import { tap } from '@trpc/server/observable'
import { loginAsker } from './login-request.ts'

/** Refusals of what was sent in a session before the one that the owner has now. */
const outdated = new WeakSet<object>()

/** Whether the owner has logged in since this was sent: it is to be pressed again, and no login asked for. */
export const isOutdatedRefusal = (error: unknown): boolean => error instanceof Error && outdated.has(error)

/**
 * Asks for the login where the shop refuses what the owner does because the session has ended. A page that is read without one says
 * so by itself, and takes no focus from what is being typed.
 */
export const sessionLink: Parameters<typeof createShopClient>[0][number] =
  () =>
  ({ next, op }) => {
    // The login is refused as the session is, for a wrong password.
    if (op.type !== 'mutation' || op.path === 'admin.session.login') return next(op)
    const ask = loginAsker()
    return next(op).pipe(
      tap({
        error(error) {
          if (failureOf(error).status === 401 && !ask()) outdated.add(error)
        },
      }),
    )
  }
