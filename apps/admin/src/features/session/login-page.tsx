import { Button } from '@marashi/ui/button'
import { Panel } from '@marashi/ui/panel'
import { sessionCopy } from '../../copy/session.ts'
import { LoginFields } from '../../lib/session/login-fields.tsx'
import { useLogin } from '../../lib/session/use-login.ts'
import { shopName } from '../../lib/shop-name.ts'
import styles from './login-page.module.css'

/** The login of the administrator; `onDone` opens the next page. */
export function LoginPage({ onDone }: { onDone: () => void }) {
  const { form, submit, isBusy } = useLogin(onDone)
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
            <LoginFields form={form} />
            <Button type="submit" isWide size="large" isBusy={isBusy}>
              {isBusy ? sessionCopy.loggingIn : sessionCopy.login}
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
