import { Button } from './button.tsx'
import styles from './failed-part.module.css'

export type FailedPartWords = { text: string; retry: string }

/** Shown instead of a part of the page that failed. */
export function FailedPart({
  words,
  isRetrying = false,
  onRetry,
}: {
  words: FailedPartWords
  isRetrying?: boolean
  onRetry: () => void
}) {
  return (
    <div role="alert" className={styles.failed}>
      <p>{words.text}</p>
      <Button variant="outline" isBusy={isRetrying} onClick={onRetry}>
        {words.retry}
      </Button>
    </div>
  )
}
