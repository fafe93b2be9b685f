import { useSyncExternalStore } from 'react'
import { isDialogOpen } from './display/is-dialog-open.ts'

const key = 'office-shortcuts'
const listeners = new Set<() => void>()
/** For browsers that refuse storage: the choice holds until the tab closes. */
let unsaved: string | null = null

/** Whether single-key shortcuts are on in this browser; they can be switched off, as WCAG 2.1.4 asks. */
export function shortcutsAreOn(): boolean {
  try {
    return (localStorage.getItem(key) ?? unsaved) !== 'off'
  } catch {
    return unsaved !== 'off'
  }
}

export function switchShortcuts(isOn: boolean): void {
  unsaved = isOn ? 'on' : 'off'
  try {
    localStorage.setItem(key, unsaved)
  } catch {}
  for (const listener of listeners) listener()
}

export function useShortcutsAreOn(): boolean {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, shortcutsAreOn)
}

/** Whether a key belongs to the focused field or select, to an open dialog, or to the browser. */
export function isTakenKey(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return true
  const target = event.target as Element
  const isTyping = target.closest('input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]')
  return isTyping !== null || isDialogOpen()
}

/** For this long after `g` the next key names a page and does nothing else. */
const sequenceMs = 1_500
let goPressedAt = Number.NEGATIVE_INFINITY

/** Remembers whether the last single key was the `g` that starts "go to". */
export function noteGo(event: { key: string; timeStamp: number }): void {
  goPressedAt = event.key === 'g' ? event.timeStamp : Number.NEGATIVE_INFINITY
}

export function isAfterGo(event: { timeStamp: number }): boolean {
  return event.timeStamp - goPressedAt < sequenceMs
}
