import type { Clock } from './clock.ts'
import type { DeliveryPlan } from './delivery-plan.ts'
import type { Schedule } from './schedule.ts'
import type { Script } from './script.ts'

export interface Delivery<Plan> {
  to: string
  /** What it is about: a CheckoutRequestID or the id of an event. */
  about: string
  /** Written anew for each try: a signature carries its time. */
  compose: (plan: Plan) => { body: string; headers: Record<string, string> }
}

/** One try to hand a message over. */
export interface DeliveryRecord {
  about: string
  to: string
  at: string
  body: string
  /** The status that the shop answered, or why there is none. */
  outcome: number | 'lost' | 'no answer'
}

/** Enough to read the end of a fault run; all of them would fill the memory in a load run. */
const RECORDS_KEPT = 40_000

interface Post {
  schedule: Schedule
  clock: Clock
  timeoutMs: number
  /** Waits before the further tries of a message that the shop did not answer with 2xx. */
  retryDelaysMs: readonly number[]
}

/** Sends one gateway's messages to the shop, and can lose, delay, repeat and reorder them. */
export class Deliveries<Plan extends DeliveryPlan> {
  readonly #script: Script<Plan>
  readonly #post: Post
  readonly #waiting = new Map<() => void, () => Promise<void>>()
  #held: Array<() => Promise<void>> = []
  #holding = 0
  readonly #inFlight = new Set<Promise<unknown>>()
  /** Counts the resets: a message sent before a reset is not tried again after it. */
  #round = 0
  /** The latest tries, oldest first. */
  records: DeliveryRecord[] = []

  constructor(script: Script<Plan>, post: Post) {
    this.#script = script
    this.#post = post
  }

  send(delivery: Delivery<Plan>): void {
    const plan = this.#script.draw()
    if (plan.lost) {
      this.#note(delivery, delivery.compose(plan).body, 'lost')
      return
    }
    const deliver = () => this.#deliver(delivery, plan)
    if (this.#holding > this.#held.length) this.#hold(deliver)
    else this.#later(plan.delayMs ?? 0, deliver)
  }

  /** Keeps the next `count` messages back until all are there; then the youngest goes first. */
  reorderNext(count: number): void {
    this.#holding = count
  }

  /** Sends everything that waits now, however late it was planned: "24 hours later" without the wait. */
  async release(): Promise<void> {
    const waiting = [...this.#waiting]
    this.#waiting.clear()
    const held = this.#held.splice(0)
    this.#holding = 0
    for (const [cancel] of waiting) cancel()
    for (const deliver of [...waiting.map(([, each]) => each), ...held]) await deliver()
  }

  /** How many messages are being sent or wait for their time. */
  get pending(): number {
    return this.#waiting.size + this.#held.length + this.#inFlight.size
  }

  /** Ends when the shop has answered all that is under way: a shop that closes would wait for these connections. */
  async untilAnswered(): Promise<void> {
    await Promise.all(this.#inFlight)
  }

  reset(): void {
    for (const cancel of this.#waiting.keys()) cancel()
    this.#waiting.clear()
    this.#held = []
    this.#holding = 0
    this.#round += 1
    this.records = []
  }

  #hold(deliver: () => Promise<void>): void {
    this.#held.push(deliver)
    if (this.#held.length < this.#holding) return
    const youngestFirst = this.#held.splice(0).reverse()
    this.#holding = 0
    this.#later(0, async () => {
      for (const each of youngestFirst) await each()
    })
  }

  #later(delayMs: number, deliver: () => Promise<void>): void {
    const cancel = this.#post.schedule.after(delayMs, () => {
      this.#waiting.delete(cancel)
      void deliver()
    })
    this.#waiting.set(cancel, deliver)
  }

  async #deliver(delivery: Delivery<Plan>, plan: Plan): Promise<void> {
    const times = Array.from({ length: plan.times ?? 1 })
    if (plan.together) await Promise.all(times.map(() => this.#attempt(delivery, plan, 0)))
    else for (const _ of times) await this.#attempt(delivery, plan, 0)
  }

  async #attempt(delivery: Delivery<Plan>, plan: Plan, earlier: number): Promise<void> {
    const round = this.#round
    const { body, headers } = delivery.compose(plan)
    const handing = hand(delivery.to, { body, headers, timeoutMs: this.#post.timeoutMs })
    this.#inFlight.add(handing)
    const outcome = await handing
    this.#inFlight.delete(handing)
    if (round !== this.#round) return
    this.#note(delivery, body, outcome)
    const waitMs = this.#post.retryDelaysMs[earlier]
    const isTaken = typeof outcome === 'number' && outcome >= 200 && outcome < 300
    if (!isTaken && waitMs !== undefined) this.#later(waitMs, () => this.#attempt(delivery, plan, earlier + 1))
  }

  #note({ about, to }: Delivery<Plan>, body: string, outcome: DeliveryRecord['outcome']): void {
    this.records.push({ about, to, at: this.#post.clock.now().toISOString(), body, outcome })
    if (this.records.length > RECORDS_KEPT) this.records.shift()
  }
}

async function hand(
  to: string,
  { body, headers, timeoutMs }: { body: string; headers: Record<string, string>; timeoutMs: number },
) {
  try {
    const signal = AbortSignal.timeout(timeoutMs)
    const response = await fetch(to, { method: 'POST', body, headers, redirect: 'manual', signal })
    await response.arrayBuffer()
    return response.status
  } catch {
    return 'no answer'
  }
}
