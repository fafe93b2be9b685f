import { Button } from '@marashi/ui/button'
import { commonCopy } from '../../copy/common.ts'
import styles from './form-problem.module.css'

/**
 * Why a form was not saved. With `onReload` it is a stale edit (docs/behaviour.md#stale-edits), and the button loads the
 * newest version.
 */
export function FormProblem({
  problem,
  onReload,
}: {
  problem: string | undefined
  onReload: (() => void) | undefined
}) {
  if (!problem && !onReload) return null
  return (
    <div role="alert" className={styles.problem}>
      {onReload ? (
        <>
          <p>
            <strong>{commonCopy.staleTitle}</strong> {commonCopy.stale}
          </p>
          <Button variant="outline" size="small" onClick={onReload}>
            {commonCopy.reload}
          </Button>
        </>
      ) : (
        <p>{problem}</p>
      )}
    </div>
  )
}
