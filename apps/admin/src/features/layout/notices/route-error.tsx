import { Button } from '@marashi/ui/button'
import { useRouter } from '@tanstack/react-router'
import { shellCopy } from '../../../copy/shell.ts'
import styles from './notice-page.module.css'

/** Replaces a page that threw an error; Retry renders it again. */
export function RouteError() {
  const router = useRouter()
  return (
    <div className={styles.notice}>
      <h1>{shellCopy.errorTitle}</h1>
      <p>{shellCopy.errorHint}</p>
      <Button onClick={() => router.invalidate()}>{shellCopy.retry}</Button>
    </div>
  )
}
