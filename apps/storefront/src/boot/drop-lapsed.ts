/**
 * Leaves of the order that local storage holds under `key` only its total and when it was sent, once that is longer ago than
 * `afterMs`, and nothing after `purgeMs`; now and for as long as the page is open, and tells the page. Sent as source text, so
 * that it runs on every page, also on one whose code waits for a touch; so it may use nothing from outside itself.
 */
export function dropLapsed(key: string, afterMs: number, purgeMs: number): void {
  function look() {
    try {
      const { sentAt, body } = JSON.parse(localStorage.getItem(key) ?? '')
      const ageMs = Math.abs(Date.now() - sentAt)
      if (ageMs < (body ? afterMs : purgeMs)) return
      if (ageMs < purgeMs) localStorage.setItem(key, JSON.stringify({ sentAt, total: body.order?.total }))
      else localStorage.removeItem(key)
      // The browser tells the other tabs alone.
      dispatchEvent(new StorageEvent('storage', { key }))
    } catch {}
  }
  look()
  setInterval(look, 60_000)
}
