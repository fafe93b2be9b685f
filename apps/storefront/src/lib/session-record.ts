import { readText, saveText } from './browser-storage.ts'

/** What the browser did not store. */
const unsaved = new Map<string, Record<string, unknown>>()

/**
 * Drafts and favourites, kept in session storage so that they survive a reload. Without storage they last until the
 * page is left.
 */
export function readRecord(key: string): Record<string, unknown> {
  const kept = unsaved.get(key)
  if (kept) return { ...kept }
  try {
    const saved: unknown = JSON.parse(readText(key, 'sessionStorage') ?? '{}')
    return typeof saved === 'object' && saved !== null && !Array.isArray(saved) ? { ...saved } : {}
  } catch {
    return {}
  }
}

export function saveRecord(key: string, record: Record<string, unknown>): void {
  if (saveText(key, JSON.stringify(record), 'sessionStorage')) unsaved.delete(key)
  else unsaved.set(key, record)
}

export function dropRecord(key: string): void {
  unsaved.delete(key)
  saveText(key, null, 'sessionStorage')
}
