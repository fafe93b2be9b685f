import { toast } from '@marashi/ui/toast'
import { mpesaCopy } from '../../../copy/mpesa.ts'
import type { Refusal } from './mpesa-refusal.ts'
import type { Wait } from './mpesa-wait.ts'

const notifyError = (title: string, description?: string) =>
  toast({ variant: 'destructive', title, ...(description && { description }) })

/** The toast of a wait that has ended; a refused request has a toast of its own. */
export function notifyWait({ phase, failure }: Wait, isRefused: boolean): void {
  if (phase === 'cancelled') notifyError(mpesaCopy.cancelled, mpesaCopy.cancelledText)
  if (phase === 'timedOut') notifyError(mpesaCopy.timeout, mpesaCopy.timeoutText)
  if (phase === 'failed' && !isRefused) {
    const { title, text } = mpesaCopy.failures[failure ?? 'other']
    notifyError(mpesaCopy.failed, `${title}. ${text}`)
  }
}

export function notifyRefusal({ title, text }: Refusal, kind: 'ask' | 'resend'): void {
  if (kind === 'resend') notifyError(mpesaCopy.resendFailed, `${title}: ${text}`)
  else notifyError(title, text)
}

export const notifyOutage = () => notifyError(mpesaCopy.connectionError, mpesaCopy.connectionErrorText)

export const notifyCancelFailed = () => notifyError(mpesaCopy.cancelFailed)
