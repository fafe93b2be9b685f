import { toast } from '@marashi/ui/toast'
import { commonCopy } from '../../copy/common.ts'

type Action = Parameters<typeof toast>[0]['action']

/** Shows a toast with the title 'Success'. */
export function notifySuccess(description: string, action?: Action): void {
  toast({ title: commonCopy.success, description, ...(action && { action }) })
}

/** Shows a toast with the title 'Error', for what did not succeed without that a call failed; see `useNotifyFailure`. */
export function notifyError(description: string): void {
  toast({ variant: 'destructive', title: commonCopy.error, description })
}
