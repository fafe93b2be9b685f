/**
 * Removes what local storage holds under `key` once its `sentAt` is older than `afterMs`, now and for as long as the page is
 * open, and tells the page. Sent as source text, so that it runs on every page, also on one whose code waits for a touch; so it may use nothing
 * from outside itself.
 */
export function dropLapsed(key: string, afterMs: number): void {
  function look() {
    try {
      const { sentAt } = JSON.parse(localStorage.getItem(key) ?? '')
      const isLive = Math.abs(Date.now() - sentAt) < afterMs
      if (isLive) return
      localStorage.removeItem(key)
      // The browser tells the other tabs alone.
      dispatchEvent(new StorageEvent('storage', { key }))
    } catch {}
  }
  look()
  setInterval(look, 60_000)
}
