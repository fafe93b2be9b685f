import { Button } from '@marashi/ui/button'
import { useRouter } from '@tanstack/react-router'
import { siteCopy } from '../../copy/site.ts'
import styles from './route-error.module.css'

/** Stands in for a page that failed; Retry asks for everything again. */
export function RouteError() {
  const router = useRouter()
  return (
    <div className={styles.error}>
      <h1>{siteCopy.errorTitle}</h1>
      <p>{siteCopy.errorHint}</p>
      <Button onClick={() => router.invalidate()}>{siteCopy.retry}</Button>
    </div>
  )
}
