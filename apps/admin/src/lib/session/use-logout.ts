import { trpc } from '@marashi/api-client/trpc'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'

/** Ends the session, clears the query cache and opens the login, also when the request fails (docs/behaviour.md#administrator-session). */
export function useLogout() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const mutation = trpc.admin.session.logout.useMutation({
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
