import { failureOf } from '@marashi/api-client/failure'
import { toast } from '@marashi/ui/toast'
import { commonCopy } from '../copy/common.ts'

/** A toast titled 'Success' (specification §8). */
export function tellSuccess(description: string, action?: Parameters<typeof toast>[0]['action']): void {
  toast({ title: commonCopy.success, description, ...(action && { action }) })
}

/** A toast titled 'Error' with the server's sentence, or `fallback` where it gave none (specification §8). */
export function tellFailure(error: unknown, fallback: string): void {
  toast({ variant: 'destructive', title: commonCopy.error, description: failureOf(error).text || fallback })
}
