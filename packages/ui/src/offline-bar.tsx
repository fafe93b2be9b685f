import { type ReactNode, useSyncExternalStore } from 'react'
import styles from './offline-bar.module.css'

/** A bar under the header while there is no connection; its content says what that means for the page. */
export function OfflineBar({ children }: { children: ReactNode }) {
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
  return (
    <div role="status" className={styles.place}>
      {!isOnline && <p className={styles.bar}>{children}</p>}
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
