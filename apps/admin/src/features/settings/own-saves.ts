/** What this page has saved of one setting, or sent without an answer. */
export class OwnSaves<Value> {
  readonly #saves: { before: Value; after: Value }[] = []

  add(before: Value, after: Value): void {
    this.#saves.push({ before, after })
  }

  /**
   * Whether saves of this page alone may have led a field from what it showed, `was`, to what it shows `now`. One that was the
   * same before and after a save may be another device's change, and what this page had saved before it showed `was` may have
   * been set back by another.
   */
  leadsTo(now: string | null, was: string | null, of: (value: Value) => string | null): boolean {
    let reached = new Set([was])
    for (const save of this.#saves) {
      const [before, after] = [of(save.before), of(save.after)]
      if (after === was) reached = new Set([was])
      else if (after !== null && reached.has(before)) reached.add(after)
    }
    return reached.has(now)
  }

  /** Whether the whole value is what a save of this page has left. */
  hasLeft(stored: Value): boolean {
    return this.#saves.some(({ after }) => JSON.stringify(after) === JSON.stringify(stored))
  }
}
