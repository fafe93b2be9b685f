import { failureOf } from '@marashi/api-client/failure'
import { trpc } from '@marashi/api-client/trpc'
import { askForLogin } from '../session/login-request.ts'
import { notifyError } from './notify.ts'

/**
 * Shows a toast with the title 'Error' and the server's message, or `fallback` where it gives none. When the session has
 * ended, the owner is asked to log in too, and the page reloads its data, so that it says so as well; an open form keeps its input.
 */
export function useNotifyFailure(): (error: unknown, fallback: string) => void {
  const utils = trpc.useUtils()
  return (error, fallback) => {
    const { text, status } = failureOf(error)
    notifyError(text || fallback)
    if (status !== 401) return
    askForLogin()
    void utils.admin.invalidate()
  }
}
