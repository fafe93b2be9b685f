import { toast } from '@marashi/ui/toast'
import { commonCopy } from '../../copy/common.ts'

/** Shows a toast with the title 'Success'. */
export function notifySuccess(description: string, action?: Parameters<typeof toast>[0]['action']): void {
  toast({ title: commonCopy.success, description, ...(action && { action }) })
}
