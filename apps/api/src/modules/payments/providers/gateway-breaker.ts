import { CircuitState, ConsecutiveBreaker, circuitBreaker, handleWhen } from 'cockatiel'

const BREAK_AFTER_FAILURES = 5
/** How long a gateway is not asked after it has failed. */
export const BREAK_FOR_MS = 20_000

/** What an error of a call tells of the gateway: that it does not work, that it does, or nothing, as it was never asked. */
type Reading = 'failure' | 'answer' | 'nothing'

/** What kept a call from an answer, and whether the breaker counts it. */
class Failure extends Error {
  readonly isCounted: boolean

  constructor(cause: unknown, isCounted: boolean) {
    super('the gateway failed', { cause })
    this.isCounted = isCounted
  }
}

/**
 * A circuit breaker that opens once a gateway has failed for five different payments in a row: one payment that fails again
 * and again says nothing about the others. `readError` tells failures from refusals, which are answers, and from trouble of the
 * shop's own. Throws what `call` throws, or cockatiel's BrokenCircuitError. `isOpen` until a call has been answered again.
 */
export function gatewayBreaker(readError: (error: unknown) => Reading) {
  const failing = new Set<string>()
  const breaker = circuitBreaker(
    handleWhen((error) => error instanceof Failure && error.isCounted),
    { halfOpenAfter: BREAK_FOR_MS, breaker: new ConsecutiveBreaker(BREAK_AFTER_FAILURES) },
  )
  breaker.onSuccess(() => failing.clear())
  breaker.onBreak(() => failing.clear())

  const ask = async <Answer>(payment: string, call: () => Promise<Answer>): Promise<Answer> => {
    try {
      return await breaker.execute(async () => {
        // The one call that tries a gateway again counts, whoever makes it: an error that does not count would close the breaker.
        const isTrial = breaker.state === CircuitState.HalfOpen
        try {
          return await call()
        } catch (error) {
          const reading = readError(error)
          if (reading === 'answer') throw error
          const isFirst = reading === 'failure' && !failing.has(payment)
          if (isFirst) failing.add(payment)
          throw new Failure(error, isFirst || isTrial)
        }
      })
    } catch (error) {
      throw error instanceof Failure ? error.cause : error
    }
  }
  return Object.assign(ask, { isOpen: () => breaker.state !== CircuitState.Closed })
}
