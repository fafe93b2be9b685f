import { Button } from '@marashi/ui/button'
import { siteCopy } from '../copy/site.ts'
import styles from './page-failure.module.css'

/** In the place of a page that cannot be shown; header, cart and footer stay around it. */
export function PageFailure({
  isUnreachable,
  isRetrying,
  onRetry,
}: {
  /** No answer came: nobody's fault, and over when the connection is back. */
  isUnreachable: boolean
  isRetrying?: boolean
  onRetry: () => void
}) {
  return (
    <div className={styles.failure}>
      <h1>{isUnreachable ? siteCopy.unreachableTitle : siteCopy.errorTitle}</h1>
      <p>{isUnreachable ? siteCopy.unreachableHint : siteCopy.errorHint}</p>
      <Button isBusy={isRetrying} onClick={onRetry}>
        {siteCopy.retry}
      </Button>
    </div>
  )
}
