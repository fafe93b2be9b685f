/** Numbers that look random and repeat with the seed, so that a fault run can be run again as it was. */
export class Chance {
  #seed: number
  #state: number
  readonly #branches = new Map<string, Chance>()

  constructor(seed: number) {
    this.#seed = seed >>> 0
    this.#state = this.#seed
  }

  /**
   * A chance of its own under this seed. Each decision has one: else the order in which messages happen to arrive would
   * change what is decided elsewhere, and no run would be like the last.
   */
  branch(name: string): Chance {
    const branch = this.#branches.get(name) ?? new Chance(mixed(this.#seed, name))
    this.#branches.set(name, branch)
    return branch
  }

  /** Begins again, branches too, as if made with this seed. */
  reseed(seed: number): void {
    this.#seed = seed >>> 0
    this.#state = this.#seed
    for (const [name, branch] of this.#branches) branch.reseed(mixed(this.#seed, name))
  }

  /** A fraction from 0 up to, and never, 1 (mulberry32). */
  fraction(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mix = this.#state
    mix = Math.imul(mix ^ (mix >>> 15), mix | 1)
    mix ^= mix + Math.imul(mix ^ (mix >>> 7), mix | 61)
    return ((mix ^ (mix >>> 14)) >>> 0) / 2 ** 32
  }

  /** One of the choices, each as likely as the other. */
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

function mixed(seed: number, name: string): number {
  let mix = seed
  for (const character of name) mix = Math.imul(mix ^ character.charCodeAt(0), 0x01000193) >>> 0
  return mix
}
