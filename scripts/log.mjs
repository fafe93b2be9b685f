const begun = Date.now()

/** Prints what is being done, and how many seconds have passed; standard output belongs to what is run. */
export function log(what) {
  console.error(`[${((Date.now() - begun) / 1000).toFixed(1)} s] ${what}`)
}

/** Something the person at the keyboard can act on: its message is shown, its stack is not. */
export class UsageError extends Error {
  constructor(message, exitCode = 1) {
    super(message)
    this.exitCode = exitCode
  }
}
