const EVERY_MS = 10 * 60_000

/**
 * Has pages of memory given back to the system that are half empty or kept for later. V8 does that by itself in a process with
 * little to do, which a shop with visitors never is, see docs/operations.md#capacity. Requests wait meanwhile. Needs Node's
 * `--expose-gc`, as everything that starts the shop gives it. Returns what ends it.
 */
export function giveBackMemory({ everyMs = EVERY_MS } = {}): () => Promise<void> {
  const timer = setInterval(() => void globalThis.gc?.({ execution: 'async', flavor: 'last-resort' }), everyMs).unref()
  return async () => clearInterval(timer)
}
