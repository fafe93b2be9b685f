import { zodResolver } from '@hookform/resolvers/zod'
import { failureOf } from '@marashi/api-client/failure'
import { trpc } from '@marashi/api-client/trpc'
import { type Login, loginInput } from '@marashi/domain/contracts/admin-session'
import { Button } from '@marashi/ui/button'
import { Panel } from '@marashi/ui/panel'
import { toast } from '@marashi/ui/toast'
import { useForm } from 'react-hook-form'
import { sessionCopy } from '../../copy/session.ts'
import { PasswordField } from '../../lib/forms/password-field.tsx'
import { shopName } from '../../lib/shop-name.ts'
import styles from './login-page.module.css'

/** The login of the administrator. A wrong password keeps the focus on the field; `onDone` opens the next page. */
export function LoginPage({ onDone }: { onDone: () => void }) {
  const form = useForm<Login>({ resolver: zodResolver(loginInput), defaultValues: { password: '' } })
  const login = trpc.admin.session.login.useMutation({
    onSuccess: onDone,
    onError: (error) => {
      const { text, status } = failureOf(error)
      const message = text || (status === 0 ? sessionCopy.noAnswer : sessionCopy.failed)
      toast({ variant: 'destructive', title: sessionCopy.failedTitle, description: message })
      form.setError('password', { message }, { shouldFocus: true })
    },
  })
  const submit = form.handleSubmit((input) => {
    if (!login.isPending) login.mutate(input)
  })

  return (
    <main className={styles.page}>
      <div className={styles.column}>
        <svg viewBox="0 0 32 32" width="56" height="56" aria-hidden="true" className={styles.sign}>
          <path d="M30 16L25.9 20.1V25.9H20.1L16 30 11.9 25.9H6.1V20.1L2 16 6.1 11.9V6.1H11.9L16 2 20.1 6.1H25.9V11.9Z" />
          <circle cx="16" cy="16" r="4.5" />
        </svg>
        <div className={styles.words}>
          <h1 className={styles.title}>{sessionCopy.title}</h1>
          <p className={styles.intro}>{sessionCopy.intro(shopName())}</p>
        </div>
        <Panel className={styles.panel}>
          <form noValidate className={styles.form} onSubmit={submit}>
            {/* Password managers need a user name to save the password. */}
            <input type="text" name="username" autoComplete="username" defaultValue="administrator" hidden readOnly />
            <PasswordField error={form.formState.errors.password?.message} {...form.register('password')} />
            <Button type="submit" isWide size="large" isBusy={login.isPending}>
              {login.isPending ? sessionCopy.loggingIn : sessionCopy.login}
            </Button>
          </form>
        </Panel>
        <a href="/" className={styles.store}>
          {sessionCopy.viewStore}
        </a>
      </div>
    </main>
  )
}
