/** For all tabs, also after the browser was closed; or for this tab alone, until it is closed. */
type StorageName = 'localStorage' | 'sessionStorage'

/** The text that the browser keeps; null where there is none, or where it forbids its storage, which then throws at each use. */
export function readText(key: string, storage: StorageName = 'localStorage'): string | null {
  try {
    return window[storage].getItem(key)
  } catch {
    return null
  }
}

/**
 * Whether the browser keeps the text from now on, or nothing where it is null. Where it refuses, or has no room for more, the
 * text is the caller's to keep until the page is left.
 */
export function saveText(key: string, text: string | null, storage: StorageName = 'localStorage'): boolean {
  try {
    if (text === null) window[storage].removeItem(key)
    else window[storage].setItem(key, text)
    return true
  } catch {
    return false
  }
}
