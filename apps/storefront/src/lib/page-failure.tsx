import { Button } from '@marashi/ui/button'
import { siteCopy } from '../copy/site.ts'
import styles from './page-failure.module.css'

/** Shown instead of a page that failed; header and footer stay. */
export function PageFailure({
  isUnreachable,
  whyAway,
  isRetrying,
  onRetry,
}: {
  /** No answer came; it works again when the connection is back. */
  isUnreachable: boolean
  /** The shop's own message that it is unavailable for a while. */
  whyAway?: string | undefined
  isRetrying?: boolean
  onRetry: () => void
}) {
  return (
    <div className={styles.failure}>
      <h1>{whyAway ? siteCopy.awayTitle : isUnreachable ? siteCopy.unreachableTitle : siteCopy.errorTitle}</h1>
      <p>{whyAway ?? (isUnreachable ? siteCopy.unreachableHint : siteCopy.errorHint)}</p>
      <Button isBusy={isRetrying} onClick={onRetry}>
        {siteCopy.retry}
      </Button>
    </div>
  )
}
