import { ShopError } from '../../../shop-error.ts'

/** Who asks for a slot. */
export interface QueuedLogin {
  /** One network or one device; each waits once at most. */
  key: string
  /** Somebody who has proved before who they are: comes before all strangers. */
  isKnown: boolean
  /** How many wrong guesses it made lately: whoever made fewer comes first. */
  recentGuesses: number
}

export interface FairQueue {
  /**
   * Runs `work` when a slot is free for the login. Throws TOO_MANY_REQUESTS while a login of the same key waits, and
   * SERVICE_UNAVAILABLE when no slot becomes free in time; then `work` was never begun.
   */
  run<Result>(login: QueuedLogin, work: () => Promise<Result>): Promise<Result>
}

interface Waiting {
  login: QueuedLogin
  begin: () => Promise<unknown>
  reject: (error: ShopError) => void
  timeout: NodeJS.Timeout
}

interface Settings {
  /** How many run at once. */
  slots: number
  /** How many of the slots strangers may have at once. */
  slotsForStrangers: number
  /** A slot that a stranger had stays empty for so many times as long: a crowd of them leaves the processor to those who buy. */
  restAfterStrangers: number
  maxWaiting: number
  maxWaitMs: number
}

/**
 * A queue for work that is too costly to be done for everybody at once. Known logins come first, then those with the
 * fewest recent guesses, so that a crowd which comes again and again does not keep out somebody who comes for the first
 * time. Of equals the newest comes first: when the queue is longer than anybody waits, the oldest has gone already.
 */
export function fairQueue({
  slots,
  slotsForStrangers,
  restAfterStrangers,
  maxWaiting,
  maxWaitMs,
}: Settings): FairQueue {
  let running = 0
  let strangersRunning = 0
  let waiting: Waiting[] = []

  return {
    run: (login, work) =>
      new Promise((resolve, reject) => {
        if (waiting.some((other) => other.login.key === login.key)) return reject(oneAtATime())
        const waiter: Waiting = {
          login,
          begin: () => work().then(resolve, reject),
          reject,
          timeout: setTimeout(() => refuse(waiter), maxWaitMs).unref(),
        }
        const next = waiting.findIndex((other) => !comesBefore(other.login, login))
        waiting.splice(next === -1 ? waiting.length : next, 0, waiter)
        beginNext()
        const last = waiting.length > maxWaiting ? waiting.at(-1) : undefined
        if (last) refuse(last)
      }),
  }

  function beginNext(): void {
    const next = waiting.find(({ login }) => running < slots && (login.isKnown || strangersRunning < slotsForStrangers))
    if (next) void start(next)
  }

  async function start(waiter: Waiting): Promise<void> {
    remove(waiter)
    running++
    const { isKnown } = waiter.login
    if (!isKnown) strangersRunning++
    const startedAtMs = performance.now()
    await waiter.begin()
    running--
    beginNext()
    if (isKnown) return
    const restMs = restAfterStrangers * (performance.now() - startedAtMs)
    setTimeout(() => {
      strangersRunning--
      beginNext()
    }, restMs).unref()
  }

  function refuse(waiter: Waiting): void {
    remove(waiter)
    waiter.reject(busy())
  }

  function remove(waiter: Waiting): void {
    clearTimeout(waiter.timeout)
    waiting = waiting.filter((other) => other !== waiter)
  }
}

function comesBefore(one: QueuedLogin, other: QueuedLogin): boolean {
  return one.isKnown === other.isKnown ? one.recentGuesses < other.recentGuesses : one.isKnown
}

const oneAtATime = () =>
  new ShopError('TOO_MANY_REQUESTS', 'Please wait for the answer to your last try.', { retryAfterSeconds: 3 })

const busy = () =>
  new ShopError('SERVICE_UNAVAILABLE', 'Too many logins at once. Please try again in a moment.', {
    retryAfterSeconds: 5,
  })
