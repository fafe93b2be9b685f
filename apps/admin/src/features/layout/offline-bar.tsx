import { useSyncExternalStore } from 'react'
import { shellCopy } from '../../copy/shell.ts'
import styles from './offline-bar.module.css'

/** Says that the connection is gone and what that means here. */
export function OfflineBar() {
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
  return (
    <div role="status" className={styles.place}>
      {!isOnline && <p className={styles.bar}>{shellCopy.offline}</p>}
    </div>
  )
}

function subscribe(listener: () => void) {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}
