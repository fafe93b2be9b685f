import { toast } from '@marashi/ui/toast'
import { commonCopy } from '../../copy/common.ts'

type Action = Parameters<typeof toast>[0]['action']

/** Shows a toast with the title 'Success'. */
export function notifySuccess(description: string, action?: Action): void {
  toast({ title: commonCopy.success, description, ...(action && { action }) })
}

/**
 * Shows a toast with the title 'Error', for what did not succeed without that a call failed; see `useNotifyFailure`. Returns a
 * function that dismisses it.
 */
export function notifyError(description: string): () => void {
  return toast({ variant: 'destructive', title: commonCopy.error, description })
}
