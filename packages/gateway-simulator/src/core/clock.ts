/** The simulator's time: real or injected, moved by the offset that a test sets. */
export class Clock {
  readonly #source: () => Date
  #offsetMs = 0

  constructor(source: () => Date) {
    this.#source = source
  }

  now(): Date {
    return new Date(this.#source().getTime() + this.#offsetMs)
  }

  /** Whole seconds since 1970, as Stripe counts. */
  seconds(): number {
    return Math.floor(this.now().getTime() / 1000)
  }

  get offsetMs(): number {
    return this.#offsetMs
  }

  set offsetMs(value: number) {
    this.#offsetMs = value
  }
}
