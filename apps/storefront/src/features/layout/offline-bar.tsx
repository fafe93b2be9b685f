import { WifiOff } from 'lucide-react'
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
    <div role="status">
      {!isOnline && (
        <p className={styles.bar}>
          <WifiOff size={18} aria-hidden="true" />
          {siteCopy.offline}
        </p>
      )}
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
