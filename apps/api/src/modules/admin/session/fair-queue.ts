import { ShopError } from '../../../shop-error.ts'

/** Who wants a turn. */
export interface QueuedLogin {
  /** One network or one device; each has one waiting place. */
  key: string
  /** Somebody who has proved before who they are: goes before all strangers. */
  isKnown: boolean
  /** How many turns it had lately: whoever had fewer goes first. */
  turnsLately: number
}

export interface FairQueue {
  /**
   * Runs `work` when the applicant's turn has come. Throws TOO_MANY_REQUESTS while the same applicant waits already, and
   * SERVICE_UNAVAILABLE when the turn does not come in time; then `work` was never begun.
   */
  inTurn<Result>(applicant: QueuedLogin, work: () => Promise<Result>): Promise<Result>
}

interface Waiting {
  applicant: QueuedLogin
  begin: () => Promise<unknown>
  refuse: (error: ShopError) => void
  patience: NodeJS.Timeout
}

interface Settings {
  /** How many turns run at once. */
  places: number
  /** How many of them strangers may have at once. */
  placesForStrangers: number
  maxWaiting: number
  maxWaitMs: number
}

/**
 * Turns for work that is too costly to be done for everybody at once. Known applicants come first, then those who had the
 * fewest turns lately, so that a crowd which comes again and again does not keep out the one who comes for the first time.
 * Of equals the newest comes first: when the queue is longer than anybody waits, the oldest has gone already.
 */
export function fairQueue({ places, placesForStrangers, maxWaiting, maxWaitMs }: Settings): FairQueue {
  let running = 0
  let strangersRunning = 0
  let waiting: Waiting[] = []

  return {
    inTurn: (applicant, work) =>
      new Promise((resolve, reject) => {
        if (waiting.some((other) => other.applicant.key === applicant.key)) return reject(oneAtATime())
        const place: Waiting = {
          applicant,
          begin: () => work().then(resolve, reject),
          refuse: reject,
          patience: setTimeout(() => leave(place), maxWaitMs).unref(),
        }
        const next = waiting.findIndex((other) => !goesBefore(other.applicant, applicant))
        waiting.splice(next === -1 ? waiting.length : next, 0, place)
        beginNext()
        const last = waiting.length > maxWaiting ? waiting.at(-1) : undefined
        if (last) leave(last)
      }),
  }

  function beginNext(): void {
    const next = waiting.find(
      ({ applicant }) => running < places && (applicant.isKnown || strangersRunning < placesForStrangers),
    )
    if (next) void run(next)
  }

  async function run(place: Waiting): Promise<void> {
    take(place)
    const strangers = place.applicant.isKnown ? 0 : 1
    running++
    strangersRunning += strangers
    await place.begin()
    running--
    strangersRunning -= strangers
    beginNext()
  }

  function leave(place: Waiting): void {
    take(place)
    place.refuse(busy())
  }

  function take(place: Waiting): void {
    clearTimeout(place.patience)
    waiting = waiting.filter((other) => other !== place)
  }
}

function goesBefore(one: QueuedLogin, other: QueuedLogin): boolean {
  return one.isKnown === other.isKnown ? one.turnsLately < other.turnsLately : one.isKnown
}

const oneAtATime = () =>
  new ShopError('TOO_MANY_REQUESTS', 'Please wait for the answer to your last try.', { retryAfterSeconds: 3 })

const busy = () =>
  new ShopError('SERVICE_UNAVAILABLE', 'Too many logins at once. Please try again in a moment.', {
    retryAfterSeconds: 5,
  })
