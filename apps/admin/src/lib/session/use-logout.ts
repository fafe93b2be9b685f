import { trpc } from '@marashi/api-client/trpc'
import { toast } from '@marashi/ui/toast'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { commonCopy } from '../../copy/common.ts'
import { sessionCopy } from '../../copy/session.ts'

/** Ends the session, clears the query cache and opens the login, also when the request fails (docs/behaviour.md#administrator-session). */
export function useLogout() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const mutation = trpc.admin.session.logout.useMutation({
    // The login is shown, but nothing has taken the cookie from this browser: whoever uses it next would be in.
    onError: () => toast({ variant: 'destructive', title: commonCopy.error, description: sessionCopy.perhapsLoggedIn }),
    onSettled: async () => {
      await navigate({ to: '/login' })
      queryClient.clear()
    },
  })
  return {
    logOut: () => {
      if (!mutation.isPending) mutation.mutate()
    },
    isLoggingOut: mutation.isPending,
  }
}
