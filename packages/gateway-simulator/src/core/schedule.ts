/** Node's timers hold at most 2^31 - 1 ms; a longer wait is taken in steps. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

interface Task {
  dueMs: number
  run: () => void
  timer: NodeJS.Timeout | undefined
}

/** Everything that the simulator does later: answers, expiries, deliveries. Moving its clock forward brings them on. */
export class Schedule {
  readonly #tasks = new Set<Task>()
  #skippedMs = 0

  /** Runs the task after `delayMs`, never within this call. Returns how to call it off. */
  after(delayMs: number, run: () => void): () => void {
    const task: Task = { dueMs: this.#elapsedMs() + delayMs, run, timer: undefined }
    this.#tasks.add(task)
    this.#arm(task)
    return () => this.#drop(task)
  }

  /** Lets `ms` pass at once. */
  advance(ms: number): void {
    this.#skippedMs += ms
    const inOrder = [...this.#tasks].sort((a, b) => a.dueMs - b.dueMs)
    for (const task of inOrder) this.#arm(task)
  }

  clear(): void {
    for (const task of this.#tasks) this.#drop(task)
  }

  #elapsedMs(): number {
    return performance.now() + this.#skippedMs
  }

  #arm(task: Task): void {
    clearTimeout(task.timer)
    const waitMs = Math.max(0, task.dueMs - this.#elapsedMs())
    task.timer = setTimeout(
      () => {
        if (waitMs > LONGEST_TIMER_MS) return this.#arm(task)
        this.#drop(task)
        task.run()
      },
      Math.min(waitMs, LONGEST_TIMER_MS),
    )
  }

  #drop(task: Task): void {
    clearTimeout(task.timer)
    this.#tasks.delete(task)
  }
}
