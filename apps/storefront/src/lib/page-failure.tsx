import { Button } from '@marashi/ui/button'
import { siteCopy } from '../copy/site.ts'
import styles from './page-failure.module.css'

/** In the place of a page that cannot be shown; header, cart and footer stay around it. */
export function PageFailure({
  isUnreachable,
  whyAway,
  isRetrying,
  onRetry,
}: {
  /** No answer came: nobody's fault, and over when the connection is back. */
  isUnreachable: boolean
  /** The shop's own word that it cannot answer for a while. */
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
