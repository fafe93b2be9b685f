import { type Failure, failureOf } from '@marashi/api-client/failure'

/** Cards rarely stay in processing; the shop asks for 2 s between two requests. */
const pauseMs = 2_000
const maxRequests = 15

export type Confirmation = 'confirmed' | { failure: Failure }

/**
 * Has the shop check a card payment until its outcome is certain, for half a minute. A broken connection is retried
 * like a payment that is still processing, because the card may have been charged.
 */
export async function confirmCard(
  confirm: () => Promise<unknown>,
  pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
): Promise<Confirmation> {
  for (let requests = 1; ; requests += 1) {
    try {
      await confirm()
      return 'confirmed'
    } catch (error) {
      const failure = failureOf(error)
      const mayChange = failure.code === 'STILL_PROCESSING' || failure.status === 0 || failure.status >= 500
      if (!mayChange || requests === maxRequests) return { failure }
      await pause(pauseMs)
    }
  }
}
