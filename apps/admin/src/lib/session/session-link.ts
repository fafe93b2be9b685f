import { failureOf } from '@marashi/api-client/failure'
import type { createShopClient } from '@marashi/api-client/trpc'
import { tap } from '@trpc/server/observable'
import { askForLogin } from './login-request.ts'

/**
 * Asks for the login where the shop refuses what the owner does because the session has ended. A page that is read without one says
 * so by itself, and takes no focus from what is being typed.
 */
export const sessionLink: Parameters<typeof createShopClient>[0][number] =
  () =>
  ({ next, op }) =>
    next(op).pipe(
      tap({
        error(error) {
          // The login is refused as the session is, for a wrong password.
          const isAct = op.type === 'mutation' && op.path !== 'admin.session.login'
          if (isAct && failureOf(error).status === 401) askForLogin()
        },
      }),
    )
