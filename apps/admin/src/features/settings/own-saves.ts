/** What this page has saved of one setting, or sent without an answer. */
export class OwnSaves<Value> {
  readonly #saves: { before: Value; after: Value }[] = []

  add(before: Value, after: Value): void {
    this.#saves.push({ before, after })
  }

  /**
   * Whether a field shows now what a save of this page has made of it. One that is the same before and after the save may be
   * another device's change.
   */
  hasMade(now: string | null, of: (value: Value) => string | null): boolean {
    return now !== null && this.#saves.some(({ before, after }) => now === of(after) && now !== of(before))
  }

  /** Whether the whole value is what a save of this page has left. */
  hasLeft(stored: Value): boolean {
    return this.#saves.some(({ after }) => JSON.stringify(after) === JSON.stringify(stored))
  }
}
