import { Button } from '@marashi/ui/button'
import { commonCopy } from '../../copy/common.ts'

/** Says that a part of a screen could not be loaded, and lets the administrator ask for it again. */
export function LoadFailure({
  message,
  onRetry,
  className,
}: {
  message: string
  onRetry: () => unknown
  className?: string | undefined
}) {
  return (
    <div role="alert" className={className}>
      <p>{message}</p>
      <Button variant="outline" size="small" onClick={() => void onRetry()}>
        {commonCopy.retry}
      </Button>
    </div>
  )
}
