import type { Chance } from './chance.ts'

/** A choice that a script makes as often as its weight is of all weights. */
export interface Weighted<T> {
  weight: number
  do: T
}

/** The very next choices of a script in their order, and the usual ones once those are used up. */
export interface Direction<T> {
  next?: readonly T[] | undefined
  usually?: readonly Weighted<T>[] | undefined
}

/** Decides what happens at one point of a gateway: what was asked for next, else by chance among the usual. */
export class Script<T> {
  readonly #chance: Chance
  readonly #normal: T
  #next: T[] = []
  #usual: readonly Weighted<T>[] = []

  /** `normal` is what happens while nothing else was asked for. */
  constructor(chance: Chance, normal: T) {
    this.#chance = chance
    this.#normal = normal
  }

  /** Adds to what comes next; replaces what is usual. An empty `usually` brings back the normal. */
  direct({ next = [], usually }: Direction<T>): void {
    this.#next.push(...next)
    if (usually) this.#usual = usually
  }

  /** Takes the next choice. */
  draw(): T {
    const scripted = this.#next.shift()
    if (scripted !== undefined) return scripted
    const total = this.#usual.reduce((sum, { weight }) => sum + weight, 0)
    if (total === 0) return this.#normal
    let mark = this.#chance.fraction() * total
    for (const each of this.#usual) {
      mark -= each.weight
      if (mark < 0) return each.do
    }
    return this.#normal
  }

  reset(): void {
    this.#next = []
    this.#usual = []
  }
}
