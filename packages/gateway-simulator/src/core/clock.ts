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

/** Kenya has kept UTC+3 without summer time since 1960. */
const NAIROBI_MS = 3 * 3_600_000

/** A moment as Daraja writes it: YYYYMMDDHHmmss on a clock in Nairobi. */
export function toNairobiDigits(moment: Date): string {
  const local = new Date(moment.getTime() + NAIROBI_MS)
  return local.toISOString().replace(/\D/g, '').slice(0, 14)
}

/** The moment that fourteen digits of Nairobi time name; undefined when they name none. */
export function fromNairobiDigits(digits: string): Date | undefined {
  const match = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(digits)
  if (!match) return undefined
  const [, year, month, day, hour, minute, second] = match
  const moment = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}+03:00`)
  return Number.isNaN(moment.getTime()) || toNairobiDigits(moment) !== digits ? undefined : moment
}
