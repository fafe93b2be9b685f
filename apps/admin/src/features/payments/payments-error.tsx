import { failureOf } from '@marashi/api-client/failure'
import { Button, buttonClass } from '@marashi/ui/button'
import { Panel } from '@marashi/ui/panel'
import { Link, useLocation } from '@tanstack/react-router'
import { CircleAlert } from 'lucide-react'
import { paymentsCopy } from '../../copy/payments.ts'
import { sessionCopy } from '../../copy/session.ts'
import { fromOf } from '../../lib/return-path.ts'
import styles from './payments-error.module.css'

/** Stands where the payments would; who is not logged in is also led to the login. */
export function PaymentsError({ error }: { error: unknown }) {
  const href = useLocation({ select: (location) => location.href })
  const isLoggedOut = failureOf(error).status === 401
  return (
    <Panel role="alert" className={styles.panel}>
      <CircleAlert size={32} aria-hidden="true" className={styles.sign} />
      <h2 className={styles.title}>{paymentsCopy.errorTitle}</h2>
      <p className={styles.text}>{paymentsCopy.error}</p>
      {isLoggedOut && <p className={styles.text}>{sessionCopy.required}</p>}
      <div className={styles.actions}>
        {isLoggedOut && (
          <Link to="/login" search={{ from: fromOf(href) }} className={buttonClass({})}>
            {sessionCopy.goToLogin}
          </Link>
        )}
        <Button variant={isLoggedOut ? 'outline' : 'primary'} onClick={() => location.reload()}>
          {paymentsCopy.reload}
        </Button>
      </div>
    </Panel>
  )
}
