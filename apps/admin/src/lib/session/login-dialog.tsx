import { trpc } from '@marashi/api-client/trpc'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { sessionCopy } from '../../copy/session.ts'
import { FormDialog } from '../forms/form-dialog.tsx'
import { LoginFields } from './login-fields.tsx'
import { countLogin, useLoginRequest } from './login-request.ts'
import { subscribeToOtherTabs } from './other-tabs.ts'
import { fromOf } from './return-path.ts'
import { useLogin } from './use-login.ts'

/**
 * The login over the page on which the session has ended: what is typed there stays as it is, to be sent by another press. Cancel
 * leads to the login page, which asks about what is typed. A login on another tab counts here too.
 */
export function LoginDialog() {
  const isAsked = useLoginRequest()
  const utils = trpc.useUtils()
  useEffect(() => {
    const stop = subscribeToOtherTabs(() => {
      countLogin()
      void utils.invalidate()
    })
    return () => stop()
  }, [utils])
  return isAsked && <LoginForm onDone={() => void utils.invalidate()} />
}

function LoginForm({ onDone }: { onDone: () => void }) {
  const router = useRouter()
  const { form, submit, isBusy } = useLogin(onDone)
  return (
    <FormDialog
      title={sessionCopy.againTitle}
      description={sessionCopy.again}
      onClose={() => void router.navigate({ to: '/login', search: { from: fromOf(router.state.location.href) } })}
      onSubmit={submit}
      isDirty={false}
      isBusy={isBusy}
      submitLabel={sessionCopy.login}
      busyLabel={sessionCopy.loggingIn}
    >
      <LoginFields form={form} />
    </FormDialog>
  )
}
