import type { CallContext } from '@marashi/api-client/browser-link'
import { failureOf } from '@marashi/api-client/failure'
import { TRPCClientError } from '@trpc/client'
import { commonCopy } from '../../copy/common.ts'
import { randomId } from './random-id.ts'

/** The keys of what was sent and not answered with certainty, by what it makes. */
const kept = new Map<string, string>()
const place = (what: string) => `marashi-unanswered ${what}`

/**
 * Sends what makes something new, so that it is made once also where an answer is lost and the button is pressed again: under
 * the same `Idempotency-Key` (docs/behaviour.md#repeated-requests) until the shop has said that it is done. The key outlives
 * the form and a reload of the page, because an owner who gets no answer tries both. A refusal uses up no key.
 *
 * `what` names what is made, and of which record. Throws as `send`; where the shop has stored what was sent before, and now
 * something else was sent or the answer is not kept (`savedBefore`), the message says so, and the next press makes another.
 */
export async function sendOnce<Answer>(
  what: string,
  send: (options: { context: CallContext }) => Promise<Answer>,
  savedBefore: string = commonCopy.savedBefore,
): Promise<Answer> {
  try {
    const answer = await send({ context: { idempotencyKey: keyFor(what) } })
    clearKey(what)
    return answer
  } catch (error) {
    const { code } = failureOf(error)
    if (!isSavedBefore(code) || !(error instanceof TRPCClientError)) throw error
    clearKey(what)
    const said = code === 'ANSWER_NOT_KEPT' ? savedBefore : commonCopy.otherSavedBefore
    throw TRPCClientError.from({ error: { ...error.shape, message: said } })
  }
}

/** Whether a refusal says that what was sent before is stored. */
export const isSavedBefore = (code: string): boolean => code === 'IDEMPOTENCY_KEY_REUSED' || code === 'ANSWER_NOT_KEPT'

/** The key that `what` is sent under until it is cleared; another than before where that one `isUsed`. */
export function keyFor(what: string, isUsed: (key: string) => boolean = () => false): string {
  const before = keptKey(what)
  if (before !== undefined && !isUsed(before)) return before
  const key = randomId()
  kept.set(what, key)
  try {
    sessionStorage.setItem(place(what), key)
  } catch {
    // It is the same until the page is reloaded.
  }
  return key
}

function keptKey(what: string): string | undefined {
  try {
    return kept.get(what) ?? sessionStorage.getItem(place(what)) ?? undefined
  } catch {
    return undefined // the browser keeps nothing
  }
}

/** What was sent is done: the next one is another. */
export function clearKey(what: string): void {
  kept.delete(what)
  try {
    sessionStorage.removeItem(place(what))
  } catch {
    // Nothing was kept.
  }
}
