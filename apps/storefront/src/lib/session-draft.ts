/**
 * Text that a shopper typed, kept by the browser until the tab is closed, so that a reload loses nothing. A browser
 * that refuses storage only loses this comfort.
 */
export function readDraft(key: string): Record<string, unknown> {
  try {
    const saved: unknown = JSON.parse(sessionStorage.getItem(key) ?? '{}')
    return typeof saved === 'object' && saved !== null && !Array.isArray(saved) ? { ...saved } : {}
  } catch {
    return {}
  }
}

export function saveDraft(key: string, draft: Record<string, unknown>): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(draft))
  } catch {
    // Storage is full or forbidden: the form itself still holds the text.
  }
}

export function dropDraft(key: string): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Nothing was kept where storage is forbidden.
  }
}
