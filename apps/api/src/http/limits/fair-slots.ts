import { ShopError } from '../../shop-error.ts'
import { siteOfNetwork } from './network-of.ts'

const RETRY_AFTER_SECONDS = 2

interface Settings {
  /** How many run at once. */
  slots: number
  /** How many wait at most, all sites together. */
  maxWaiting: number
  maxWaitMs: number
  /** What is said to whoever is refused. */
  message: string
}

interface Waiting {
  /** Counts up: who came later has the higher one. */
  number: number
  begin: () => void
  refuse: () => void
}

export interface FairSlots {
  /**
   * Runs `work` of a network, as `networkOf` writes it, when a slot is free. Throws SERVICE_UNAVAILABLE when none becomes free
   * in time; then it was never begun.
   */
  run<Result>(network: string, work: () => Promise<Result>): Promise<Result>
  /** How many wait for a slot now. */
  readonly waiting: number
}

/**
 * A queue of work in which the sites take turns: one that asks for a thousand things at once waits for its own. A site is an
 * IPv4 address or the /48 of an IPv6 one, because with a turn for each /64 anybody would have 65,536. When too many wait, the
 * last one of the site that has the most is refused; of several such sites, the one that came last.
 */
export function fairSlots({ slots, maxWaiting, maxWaitMs, message }: Settings): FairSlots {
  let running = 0
  let count = 0
  let lastNumber = 0
  // By site, in the order of their turns.
  const queues = new Map<string, Waiting[]>()

  return {
    get waiting() {
      return count
    },
    async run(network, work) {
      if (running >= slots) await turnOf(siteOfNetwork(network) ?? network)
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

  function turnOf(site: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const timeout = setTimeout(() => {
        remove(site, waiting)
        waiting.refuse()
      }, maxWaitMs).unref()
      const waiting: Waiting = {
        number: ++lastNumber,
        begin: () => {
          clearTimeout(timeout)
          resolve()
        },
        refuse: () => {
          clearTimeout(timeout)
          reject(new ShopError('SERVICE_UNAVAILABLE', message, { retryAfterSeconds: RETRY_AFTER_SECONDS }))
        },
      }
      queues.set(site, [...(queues.get(site) ?? []), waiting])
      count++
      if (count > maxWaiting) refuseOne()
    })
  }

  function takeNext(): Waiting | undefined {
    const [site, queue] = queues.entries().next().value ?? []
    const next = queue?.[0]
    if (site === undefined || !next) return undefined
    remove(site, next)
    // What else the site waits for goes to the end of the turns.
    const others = queues.get(site)
    queues.delete(site)
    if (others) queues.set(site, others)
    return next
  }

  function refuseOne(): void {
    const [site, queue] = [...queues].reduce((most, other) => (isRefusedBefore(other[1], most[1]) ? other : most))
    const last = queue.at(-1)
    if (!last) return
    remove(site, last)
    last.refuse()
  }

  /** Whoever gives up or is refused costs the others of its site no turn. */
  function remove(site: string, waiting: Waiting): void {
    const others = (queues.get(site) ?? []).filter((other) => other !== waiting)
    if (others.length > 0) queues.set(site, others)
    else queues.delete(site)
    count--
  }
}

/** Of two queues, whether the last one of `queue` is refused before the last one of `other`. */
function isRefusedBefore(queue: Waiting[], other: Waiting[]): boolean {
  if (queue.length !== other.length) return queue.length > other.length
  return (queue.at(-1)?.number ?? 0) > (other.at(-1)?.number ?? 0)
}
