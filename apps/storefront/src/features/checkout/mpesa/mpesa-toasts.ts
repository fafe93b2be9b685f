import { toast } from '@marashi/ui/toast'
import { mpesaCopy } from '../../../copy/mpesa.ts'
import type { Wait } from './mpesa-wait.ts'

/** The toast of a wait that has come to an end; a refused request is told by whoever asked for it. */
export function notifyWait({ phase, failure }: Wait, isRefused: boolean): void {
  const notify = (title: string, description: string) => toast({ variant: 'destructive', title, description })
  if (phase === 'cancelled') notify(mpesaCopy.cancelled, mpesaCopy.cancelledText)
  if (phase === 'timedOut') notify(mpesaCopy.timeout, mpesaCopy.timeoutText)
  if (phase === 'failed' && !isRefused) {
    const { title, text } = mpesaCopy.failures[failure ?? 'other']
    notify(mpesaCopy.failed, `${title}. ${text}`)
  }
}
