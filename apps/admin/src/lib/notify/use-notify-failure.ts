import { failureOf } from '@marashi/api-client/failure'
import { trpc } from '@marashi/api-client/trpc'
import { toast } from '@marashi/ui/toast'
import { useRouter } from '@tanstack/react-router'
import { commonCopy } from '../../copy/common.ts'
import { sessionCopy } from '../../copy/session.ts'
import { fromOf } from '../session/return-path.ts'

/**
 * Tells a refusal in a toast titled 'Error' with the server's sentence, or `fallback` where it gave none (specification
 * §8). When the session has ended meanwhile, the toast leads to the login and back here, and the page behind asks again,
 * so that it says so too; a form that stands open keeps what is typed in it.
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
    toast({
      variant: 'destructive',
      title: commonCopy.error,
      description: text || fallback,
      ...(isLoggedOut && { action: login }),
    })
    if (isLoggedOut) void utils.admin.invalidate()
  }
}
