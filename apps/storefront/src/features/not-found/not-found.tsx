import { Button } from '@marashi/ui/button'
import { Link, useNavigate, useRouter } from '@tanstack/react-router'
import { useEarlyEvents } from '../../boot/early-events.ts'
import { notFoundCopy } from '../../copy/not-found.ts'
import { LinkButton } from '../../lib/link-button.tsx'
import styles from './not-found.module.css'

/** Shown for every unknown address. Go Back leads home where there is no page before. See docs/behaviour.md#routes. */
export function NotFound() {
  const { history } = useRouter()
  const navigate = useNavigate()
  useEarlyEvents()

  function goBack() {
    // The router counts only steps inside the shop, and most unknown addresses are reached by a link from outside.
    if (window.history.length > 1) history.back()
    else void navigate({ to: '/' })
  }

  return (
    <section className={styles.page}>
      <p className={styles.niche} aria-hidden="true">
        404
      </p>
      <h1>{notFoundCopy.title}</h1>
      <p className={styles.explanation}>{notFoundCopy.explanation}</p>
      <div className={styles.actions}>
        <LinkButton to="/">{notFoundCopy.goHome}</LinkButton>
        <Button variant="outline" onClick={goBack}>
          {notFoundCopy.goBack}
        </Button>
      </div>
      <Link to="/contact" className={styles.contact}>
        {notFoundCopy.contact}
      </Link>
    </section>
  )
}
