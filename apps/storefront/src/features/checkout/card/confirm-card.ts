import { type Failure, failureOf } from '@marashi/api-client/failure'

/** Cards rarely stay in processing; the shop asks to wait 2 s between questions. */
const pauseMs = 2_000
const mostQuestions = 15

export type Confirmation = 'confirmed' | { failure: Failure }

/**
 * Has the shop look at a card payment until it is sure, for half a minute. A broken connection is asked again like a
 * payment that is still processing: the card has been charged, so giving up early helps nobody.
 */
export async function confirmCard(
  confirm: () => Promise<unknown>,
  pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
): Promise<Confirmation> {
  for (let questions = 1; ; questions += 1) {
    try {
      await confirm()
      return 'confirmed'
    } catch (error) {
      const failure = failureOf(error)
      const mayChange = failure.code === 'STILL_PROCESSING' || failure.status === 0 || failure.status >= 500
      if (!mayChange || questions === mostQuestions) return { failure }
      await pause(pauseMs)
    }
  }
}
