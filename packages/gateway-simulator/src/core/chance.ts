/** Numbers that look random and repeat with the seed, so that a fault run can be run again as it was. */
export class Chance {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** Begins again as if made with this seed. */
  reseed(seed: number): void {
    this.#state = seed >>> 0
  }

  /** A fraction from 0 up to, and never, 1 (mulberry32). */
  fraction(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** One of the choices, each as likely as the other. Throws when there is none. */
  pick<T>(choices: readonly [T, ...T[]]): T {
    return choices[Math.floor(this.fraction() * choices.length)] ?? choices[0]
  }

  /** The same things in another order. */
  shuffle<T>(things: readonly T[]): T[] {
    return things
      .map((thing) => ({ thing, rank: this.fraction() }))
      .sort((a, b) => a.rank - b.rank)
      .map(({ thing }) => thing)
  }
}
