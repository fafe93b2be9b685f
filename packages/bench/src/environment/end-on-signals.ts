/** Where the program is told to end, ends first what it has started. */
export function endOnSignals(ends: AsyncDisposableStack): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, async () => {
      await ends.disposeAsync()
      process.exit(1)
    })
  }
}
