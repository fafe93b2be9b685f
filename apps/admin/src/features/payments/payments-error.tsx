import { failureOf } from '@marashi/api-client/failure'
import { Button, buttonClass } from '@marashi/ui/button'
import { Link, useLocation } from '@tanstack/react-router'
import { CircleAlert } from 'lucide-react'
import { paymentsCopy } from '../../copy/payments.ts'
import { sessionCopy } from '../../copy/session.ts'
import { NoticePanel } from '../../lib/display/notice-panel.tsx'
import { fromOf } from '../../lib/session/return-path.ts'

/** Replaces the payments that could not be loaded. Without a session it also links to the login. */
export function PaymentsError({ error }: { error: unknown }) {
  const href = useLocation({ select: (location) => location.href })
  const isLoggedOut = failureOf(error).status === 401
  return (
    <NoticePanel
      icon={CircleAlert}
      isFailure
      title={paymentsCopy.errorTitle}
      actions={
        <>
          {isLoggedOut && (
            <Link to="/login" search={{ from: fromOf(href) }} className={buttonClass({})}>
              {sessionCopy.goToLogin}
            </Link>
          )}
          <Button variant={isLoggedOut ? 'outline' : 'primary'} onClick={() => location.reload()}>
            {paymentsCopy.reload}
          </Button>
        </>
      }
    >
      <p>{paymentsCopy.error}</p>
      {isLoggedOut && <p>{sessionCopy.required}</p>}
    </NoticePanel>
  )
}
