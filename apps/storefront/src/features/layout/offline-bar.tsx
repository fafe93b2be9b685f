import { useSyncExternalStore } from 'react'
import { siteCopy } from '../../copy/site.ts'
import styles from './offline-bar.module.css'

/** Says that the connection is gone and what still works. */
export function OfflineBar() {
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
  return (
    <div role="status" className={styles.place}>
      {!isOnline && <p className={styles.bar}>{siteCopy.offline}</p>}
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
