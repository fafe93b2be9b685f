import { trpc } from '@marashi/api-client/trpc'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { sessionCopy } from '../../copy/session.ts'
import { notifyError } from '../notify/notify.ts'

/** Ends the session, clears the query cache and opens the login, also when the request fails (docs/behaviour.md#administrator-session). */
export function useLogout() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const mutation = trpc.admin.session.logout.useMutation({
    onSettled: async (_answer, error) => {
      // Whatever is typed: what was read must not stay on the screen.
      await navigate({ to: '/login', ignoreBlocker: true })
      queryClient.clear()
      // Nothing has taken the cookie from this browser: whoever uses it next would be in. Said sooner, it would leave with the page.
      if (error) notifyError(sessionCopy.perhapsLoggedIn)
    },
  })
  return {
    logOut: () => {
      if (!mutation.isPending) mutation.mutate()
    },
    isLoggingOut: mutation.isPending,
  }
}
