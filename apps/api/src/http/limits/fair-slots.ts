import { ShopError } from '../../shop-error.ts'

const RETRY_AFTER_SECONDS = 2

interface Settings {
  /** How many run at once. */
  slots: number
  /** How many wait at most, all networks together. */
  maxWaiting: number
  maxWaitMs: number
  /** What is said to whoever is refused. */
  message: string
}

interface Waiting {
  begin: () => void
  refuse: () => void
}

export interface FairSlots {
  /** Runs `work` when a slot is free. Throws SERVICE_UNAVAILABLE when none becomes free in time; then it was never begun. */
  run<Result>(network: string, work: () => Promise<Result>): Promise<Result>
  /** How many wait for a slot now. */
  readonly waiting: number
}

/**
 * A queue of work in which the networks take turns: one that asks for a thousand things at once waits for its own. When too
 * many wait, the last one of the network that has the most is refused.
 */
export function fairSlots({ slots, maxWaiting, maxWaitMs, message }: Settings): FairSlots {
  let running = 0
  let count = 0
  // In the order of their turns.
  const queues = new Map<string, Waiting[]>()

  return {
    get waiting() {
      return count
    },
    async run(network, work) {
      if (running >= slots) await turnOf(network)
      else running++
      try {
        return await work()
      } finally {
        // A slot that is passed on stays taken.
        const next = takeNext()
        if (next) next.begin()
        else running--
      }
    },
  }

  function turnOf(network: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const timeout = setTimeout(() => {
        remove(network, waiting)
        waiting.refuse()
      }, maxWaitMs).unref()
      const waiting: Waiting = {
        begin: () => {
          clearTimeout(timeout)
          resolve()
        },
        refuse: () => {
          clearTimeout(timeout)
          reject(new ShopError('SERVICE_UNAVAILABLE', message, { retryAfterSeconds: RETRY_AFTER_SECONDS }))
        },
      }
      queues.set(network, [...(queues.get(network) ?? []), waiting])
      count++
      if (count > maxWaiting) refuseOne()
    })
  }

  function takeNext(): Waiting | undefined {
    const [network, queue] = queues.entries().next().value ?? []
    const next = queue?.[0]
    if (network === undefined || !next) return undefined
    remove(network, next)
    return next
  }

  function refuseOne(): void {
    const [network, queue] = [...queues].reduce((most, other) => (other[1].length > most[1].length ? other : most))
    const last = queue.at(-1)
    if (!last) return
    remove(network, last)
    last.refuse()
  }

  /** What else the network waits for goes to the end of the turns. */
  function remove(network: string, waiting: Waiting): void {
    const others = (queues.get(network) ?? []).filter((other) => other !== waiting)
    queues.delete(network)
    if (others.length > 0) queues.set(network, others)
    count--
  }
}
