import type { PaymentStatusAnswer } from '@marashi/domain/contracts/orders'
import type { MpesaFailure } from '@marashi/domain/rules/mpesa-failure'
import { promptLifeSeconds, waitTimeoutMs } from '@marashi/domain/rules/mpesa-prompt'
import type { PendingPayment } from '../pending/pending-payment.ts'

/** After this time an unanswered prompt has expired, so it can be sent again. */
export const resendDueAfterMs = promptLifeSeconds * 1_000

/** A page that was closed before its phone was asked asks by itself when it is back; who comes later may have paid the Till. */
const asksByItselfWithinMs = 2 * 60_000

/** The state of an M-Pesa payment, as the shopper sees it. */
export type Wait = {
  phase: 'asking' | 'waiting' | 'timedOut' | 'failed' | 'paid' | 'cancelled'
  /** When the last prompt was asked for, in milliseconds since 1970. */
  since: number
  isResendDue: boolean
  receipt: string | null
  /** Why the payment failed at M-Pesa; null where this page does not know that M-Pesa was asked. */
  failure: MpesaFailure | null
}

export type WaitEvent =
  /** M-Pesa took the request. */
  | { type: 'prompted'; at: number }
  /** The request was refused, or no answer came: then a prompt may be on the phone nevertheless. */
  | { type: 'refused'; at: number; isUnanswered: boolean }
  /** The payment's status at the shop. */
  | { type: 'status'; status: PaymentStatusAnswer['mpesaStatus']; receipt: string | null; failure: MpesaFailure | null }
  /** Time has passed. `at` comes from the clock, because a sleeping phone runs no timers. */
  | { type: 'tick'; at: number }

/**
 * The wait for an order as the browser has saved it. Only in `asking` a prompt is to be asked for at once: it is begun once,
 * and soon after the order. In `failed` the shopper decides.
 */
export function startWait(
  { isAsked, isRefused, startedAt }: Pick<PendingPayment, 'isAsked' | 'isRefused' | 'startedAt'>,
  nowMs: number,
): Wait {
  const wait = { since: startedAt, isResendDue: false, receipt: null, failure: null }
  if (isAsked) return nextWait({ ...wait, phase: 'waiting' }, { type: 'tick', at: nowMs })
  if (isRefused || nowMs - startedAt >= asksByItselfWithinMs) return { ...wait, phase: 'failed' }
  return { ...wait, phase: 'asking' }
}

/** The wait after an event; the same object when nothing changed. `paid` and `cancelled` are final. */
export function nextWait(wait: Wait, event: WaitEvent): Wait {
  if (wait.phase === 'paid' || wait.phase === 'cancelled') return wait
  if (event.type === 'prompted')
    return { ...wait, phase: 'waiting', since: event.at, isResendDue: false, failure: null }
  if (event.type === 'refused') return afterRefusal(wait, event)
  if (event.type === 'tick') return afterTick(wait, event.at)
  return afterStatus(wait, event)
}

/** A refusal of another prompt does not change the prompt before it. */
function afterRefusal(wait: Wait, { at, isUnanswered }: { at: number; isUnanswered: boolean }): Wait {
  if (isUnanswered) return { ...wait, phase: 'waiting', since: at, isResendDue: false }
  return wait.phase === 'asking' ? { ...wait, phase: 'failed' } : wait
}

function afterTick(wait: Wait, at: number): Wait {
  if (wait.phase !== 'waiting') return wait
  const waitedMs = at - wait.since
  // The phone's clock was put back: by it the wait would go on for as long, and no prompt could be sent again.
  if (waitedMs < 0) return { ...wait, since: at, isResendDue: false }
  if (waitedMs >= waitTimeoutMs) return { ...wait, phase: 'timedOut' }
  const isResendDue = waitedMs >= resendDueAfterMs
  return isResendDue === wait.isResendDue ? wait : { ...wait, isResendDue }
}

function afterStatus(wait: Wait, { status, receipt, failure }: Extract<WaitEvent, { type: 'status' }>): Wait {
  if (status === 'paid') return { ...wait, phase: 'paid', receipt }
  // Until the request is answered, the shop may still report the attempt before it.
  if (wait.phase === 'asking') return wait
  if (status === 'cancelled') return { ...wait, phase: 'cancelled' }
  // A page that begins in `failed` learns here whether its phone was asked after all, and what came of it.
  if (status === 'failed')
    return wait.phase === 'failed' && (wait.failure ?? failure) === wait.failure
      ? wait
      : { ...wait, phase: 'failed', failure }
  // A request that seemed refused may have been sent: its prompt is open, so the wait goes on.
  return status !== null && wait.phase === 'failed' ? { ...wait, phase: 'waiting' } : wait
}
