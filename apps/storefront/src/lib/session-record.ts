/**
 * What the browser keeps until the tab is closed, so that a reload loses nothing: text that a shopper typed, favourites.
 * A browser that refuses storage only loses this comfort.
 */
export function readRecord(key: string): Record<string, unknown> {
  try {
    const saved: unknown = JSON.parse(sessionStorage.getItem(key) ?? '{}')
    return typeof saved === 'object' && saved !== null && !Array.isArray(saved) ? { ...saved } : {}
  } catch {
    return {}
  }
}

export function saveRecord(key: string, record: Record<string, unknown>): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(record))
  } catch {
    // Storage is full or forbidden: the page itself still holds it.
  }
}

export function dropRecord(key: string): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Nothing was kept where storage is forbidden.
  }
}
