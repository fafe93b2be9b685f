import type { Journal } from '../core/journal.ts'

/** All objects of one kind at Stripe, by id, found again after a restart. */
export class ObjectStore<T extends { id: string }> {
  readonly #kind: string
  readonly #journal: Journal
  readonly #all = new Map<string, T>()

  constructor(kind: string, journal: Journal) {
    this.#kind = kind
    this.#journal = journal
    for (const line of journal.earlier) {
      if (line.kind === kind) this.#all.set((line.record as T).id, line.record as T)
      if (line.kind === 'reset') this.#all.clear()
    }
  }

  /** Keeps an object, in place of its earlier state, and gives it back. */
  put(thing: T): T {
    this.#journal.write({ kind: this.#kind, record: thing })
    this.#all.set(thing.id, thing)
    return thing
  }

  find(id: string): T | undefined {
    return this.#all.get(id)
  }

  list(): T[] {
    return [...this.#all.values()]
  }

  clear(): void {
    this.#all.clear()
  }
}
