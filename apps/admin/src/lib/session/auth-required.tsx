import { Button, buttonClass } from '@marashi/ui/button'
import { Link, useLocation } from '@tanstack/react-router'
import { LockKeyhole } from 'lucide-react'
import { sessionCopy } from '../../copy/session.ts'
import { NoticePanel } from '../display/notice-panel.tsx'
import { fromOf } from './return-path.ts'

/**
 * Replaces a page's data after any failure to load it (docs/behaviour.md#authentication-required): it offers both Retry
 * and the login, which returns to this page.
 */
export function AuthRequired({ explanation, onRetry }: { explanation?: string; onRetry: () => void }) {
  const href = useLocation({ select: (location) => location.href })
  return (
    <NoticePanel
      icon={LockKeyhole}
      title={sessionCopy.required}
      actions={
        <>
          <Link to="/login" search={{ from: fromOf(href) }} className={buttonClass({})}>
            {sessionCopy.goToLogin}
          </Link>
          <Button variant="outline" onClick={onRetry}>
            {sessionCopy.retry}
          </Button>
        </>
      }
    >
      {explanation && <p>{explanation}</p>}
    </NoticePanel>
  )
}
