/**
 * Drafts and favourites, kept in session storage so that they survive a reload. Without storage they last until the
 * page is left.
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
    // Storage is full or forbidden; the page itself still holds the record.
  }
}

export function dropRecord(key: string): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Nothing was saved where storage is forbidden.
  }
}
