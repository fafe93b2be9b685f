import { buttonClass } from '@marashi/ui/button'
import { Link } from '@tanstack/react-router'
import { shellCopy } from '../../copy/shell.ts'
import styles from './notice-page.module.css'

/** Every other address under /admin. */
export function NotFound() {
  return (
    <main id="main" className={styles.notice}>
      <h1>{shellCopy.notFoundTitle}</h1>
      <p>{shellCopy.notFound}</p>
      <Link to="/dashboard" className={buttonClass({})}>
        {shellCopy.toDashboard}
      </Link>
    </main>
  )
}
