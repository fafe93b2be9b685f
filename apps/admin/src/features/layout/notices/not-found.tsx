import { Button, buttonClass } from '@marashi/ui/button'
import { Link, useRouter } from '@tanstack/react-router'
import { shellCopy } from '../../../copy/shell.ts'
import styles from './notice-page.module.css'

/** For every unknown address under /admin. Home and the contact page belong to the storefront. */
export function NotFound() {
  const { history, navigate } = useRouter()

  function goBack() {
    // The router counts only steps inside the admin app, and most unknown addresses are opened from outside.
    if (window.history.length > 1) history.back()
    else void navigate({ to: '/dashboard' })
  }

  return (
    <main id="main" className={styles.notice}>
      <h1>{shellCopy.notFoundTitle}</h1>
      <p>{shellCopy.notFound}</p>
      <div className={styles.ways}>
        <a href="/" className={buttonClass({})}>
          {shellCopy.goHome}
        </a>
        <Button variant="outline" onClick={goBack}>
          {shellCopy.goBack}
        </Button>
        <Link to="/dashboard" className={buttonClass({ variant: 'outline' })}>
          {shellCopy.toDashboard}
        </Link>
      </div>
      <a href="/contact" className={styles.contact}>
        {shellCopy.contact}
      </a>
    </main>
  )
}
