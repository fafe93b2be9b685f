import { Button, buttonClass } from '@marashi/ui/button'
import { Panel } from '@marashi/ui/panel'
import { Link, useLocation } from '@tanstack/react-router'
import { LockKeyhole } from 'lucide-react'
import { sessionCopy } from '../copy/session.ts'
import styles from './auth-required.module.css'
import { fromOf } from './return-path.ts'

/**
 * Stands where a page's data would (specification §6). It covers every failure, so Retry stands beside the way to the
 * login, which leads back here.
 */
export function AuthRequired({ explanation, onRetry }: { explanation?: string; onRetry: () => void }) {
  const href = useLocation({ select: (location) => location.href })
  return (
    <Panel role="alert" className={styles.panel}>
      <LockKeyhole size={32} aria-hidden="true" className={styles.sign} />
      <h2 className={styles.title}>{sessionCopy.required}</h2>
      {explanation && <p className={styles.explanation}>{explanation}</p>}
      <div className={styles.actions}>
        <Link to="/login" search={{ from: fromOf(href) }} className={buttonClass({})}>
          {sessionCopy.goToLogin}
        </Link>
        <Button variant="outline" onClick={onRetry}>
          {sessionCopy.retry}
        </Button>
      </div>
    </Panel>
  )
}
