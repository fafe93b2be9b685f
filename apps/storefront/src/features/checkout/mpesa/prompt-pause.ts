import { parseKenyanPhone } from '@marashi/domain/rules/kenyan-phone'
import type { PendingPayment } from '../pending/pending-payment.ts'
import type { Refusal } from './mpesa-refusal.ts'
import { resendDueAfterMs } from './mpesa-wait.ts'

/** A phone that the shop does not ask before a certain time, and when that was known; both in milliseconds since 1970. */
export type PromptPause = { phone: string; at: number; until: number }

/** The pause of an order that the browser has saved; null where its phone was not asked. */
export const savedPause = ({ isAsked, phone, startedAt }: PendingPayment): PromptPause | null =>
  isAsked ? { phone, at: startedAt, until: startedAt + resendDueAfterMs } : null

/** The pause after a request for a prompt at the time `at`. A refusal that names no time leaves the one before it. */
export function pauseAfter(
  before: PromptPause | null,
  { phone, at, refused }: { phone: string; at: number; refused: Refusal | null },
): PromptPause | null {
  if (!refused || refused.isUnanswered) return { phone, at, until: at + resendDueAfterMs }
  if (refused.retryAfterSeconds === undefined) return before
  return { phone, at, until: at + refused.retryAfterSeconds * 1_000 }
}

/**
 * Until when this phone has to wait, however it is written; 0 where it has not. Where the phone's clock was put back since, nobody
 * knows: the shop itself says when the phone was asked too soon.
 */
export function pausedUntil(pause: PromptPause | null, phone: string, now: number): number {
  if (!pause || now < pause.at) return 0
  const [paused, typed] = [parseKenyanPhone(pause.phone), parseKenyanPhone(phone)]
  return paused.ok && typed.ok && paused.msisdn === typed.msisdn ? pause.until : 0
}
