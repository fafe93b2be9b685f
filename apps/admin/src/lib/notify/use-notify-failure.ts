import { failureOf } from '@marashi/api-client/failure'
import { trpc } from '@marashi/api-client/trpc'
import { sessionCopy } from '../../copy/session.ts'
import { askForLogin, atNextLogin } from '../session/login-request.ts'
import { isOutdatedRefusal } from '../session/session-link.ts'
import { notifyError } from './notify.ts'

/**
 * Shows a toast with the title 'Error' and the server's message, or `fallback` where it gives none. When the session has
 * ended, the owner is asked to log in too, which takes the toast away, and the page reloads its data, so that it says so as well;
 * an open form keeps its input.
 */
export function useNotifyFailure(): (error: unknown, fallback: string) => void {
  const utils = trpc.useUtils()
  return (error, fallback) => {
    const { text, status } = failureOf(error)
    if (isOutdatedRefusal(error)) return void notifyError(sessionCopy.loggedInMeanwhile)
    const dismiss = notifyError(text || fallback)
    if (status !== 401) return
    atNextLogin(dismiss)
    askForLogin()
    void utils.admin.invalidate()
  }
}
