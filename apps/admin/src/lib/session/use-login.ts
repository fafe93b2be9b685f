import { zodResolver } from '@hookform/resolvers/zod'
import { failureOf } from '@marashi/api-client/failure'
import { trpc } from '@marashi/api-client/trpc'
import { type Login, loginInput } from '@marashi/domain/contracts/admin-session'
import { toast } from '@marashi/ui/toast'
import { useForm } from 'react-hook-form'
import { sessionCopy } from '../../copy/session.ts'
import { atNextLogin, countLogin } from './login-request.ts'
import { notifyOtherTabs } from './other-tabs.ts'

/** The form of the login. A wrong password keeps the focus on the field. */
export function useLogin(onDone: () => void) {
  const form = useForm<Login>({ resolver: zodResolver(loginInput), defaultValues: { password: '' } })
  const login = trpc.admin.session.login.useMutation({
    onSuccess: () => {
      countLogin()
      notifyOtherTabs()
      onDone()
    },
    onError: (error) => {
      const { text, status } = failureOf(error)
      const message = text || (status === 0 ? sessionCopy.noAnswer : sessionCopy.failed)
      atNextLogin(toast({ variant: 'destructive', title: sessionCopy.failedTitle, description: message }))
      form.setError('password', { message }, { shouldFocus: true })
    },
  })
  return {
    form,
    submit: form.handleSubmit((input) => {
      if (!login.isPending) login.mutate(input)
    }),
    isBusy: login.isPending,
  }
}
