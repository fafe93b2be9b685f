import { CircuitState, ConsecutiveBreaker, circuitBreaker, handleWhen } from 'cockatiel'

const BREAK_AFTER_FAILURES = 5
/** How long a gateway is not asked after it has failed. */
export const BREAK_FOR_MS = 20_000

/** A failure of a gateway, with whether it is the payment's first since the gateway last worked. */
class Failure extends Error {
  readonly isFirst: boolean

  constructor(cause: unknown, isFirst: boolean) {
    super('the gateway failed', { cause })
    this.isFirst = isFirst
  }
}

/**
 * A circuit breaker that opens once a gateway has failed for five different payments in a row: one payment that fails again
 * and again says nothing about the others. `isFailure` tells failures from refusals, which are answers. Throws what `call`
 * throws, or cockatiel's BrokenCircuitError. `isOpen` until a call has worked again.
 */
export function gatewayBreaker(isFailure: (error: unknown) => boolean) {
  const failing = new Set<string>()
  const breaker = circuitBreaker(
    handleWhen((error) => error instanceof Failure && error.isFirst),
    { halfOpenAfter: BREAK_FOR_MS, breaker: new ConsecutiveBreaker(BREAK_AFTER_FAILURES) },
  )
  breaker.onSuccess(() => failing.clear())
  // The one call that tries a gateway again counts, whoever makes it.
  breaker.onBreak(() => failing.clear())

  const ask = async <Answer>(payment: string, call: () => Promise<Answer>): Promise<Answer> => {
    try {
      return await breaker.execute(async () => {
        try {
          return await call()
        } catch (error) {
          if (!isFailure(error)) throw error
          const isFirst = !failing.has(payment)
          failing.add(payment)
          throw new Failure(error, isFirst)
        }
      })
    } catch (error) {
      throw error instanceof Failure ? error.cause : error
    }
  }
  return Object.assign(ask, { isOpen: () => breaker.state !== CircuitState.Closed })
}
