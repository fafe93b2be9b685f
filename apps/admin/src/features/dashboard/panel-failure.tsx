import { Button } from '@marashi/ui/button'
import { dashboardCopy } from '../../copy/dashboard.ts'
import styles from './panel-failure.module.css'

/** Replaces the content of a panel whose figures could not be loaded. */
export function PanelFailure({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <div role="alert" className={styles.failed}>
      <p>{text}</p>
      <Button variant="outline" size="small" onClick={onRetry}>
        {dashboardCopy.retry}
      </Button>
    </div>
  )
}
