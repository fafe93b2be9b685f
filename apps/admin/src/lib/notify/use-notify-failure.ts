import { failureOf } from '@marashi/api-client/failure'
import { trpc } from '@marashi/api-client/trpc'
import { useRouter } from '@tanstack/react-router'
import { sessionCopy } from '../../copy/session.ts'
import { fromOf } from '../session/return-path.ts'
import { notifyError } from './notify.ts'

/**
 * Shows a toast with the title 'Error' and the server's message, or `fallback` where it gives none. When the session has
 * ended, the toast links to the login and back to this page, and the page reloads its data, so that it says so too; an open
 * form keeps its input.
 */
export function useNotifyFailure(): (error: unknown, fallback: string) => void {
  const router = useRouter()
  const utils = trpc.useUtils()
  return (error, fallback) => {
    const { text, status } = failureOf(error)
    const isLoggedOut = status === 401
    const login = {
      label: sessionCopy.goToLogin,
      altText: sessionCopy.goToLoginAlt,
      onAction: () => void router.navigate({ to: '/login', search: { from: fromOf(router.state.location.href) } }),
    }
    notifyError(text || fallback, isLoggedOut ? login : undefined)
    if (isLoggedOut) void utils.admin.invalidate()
  }
}
