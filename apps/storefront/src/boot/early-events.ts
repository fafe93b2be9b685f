import './boot.ts'
import { useEffect } from 'react'

/** Call it before `hydrateRoot`: from then on React handles each event that reaches the document, and stops the others. */
export function leaveEventsToReact(): void {
  for (const type of ['click', 'change']) document.addEventListener(type, (event) => window.earlyEvents?.delete(event))
}

/** Repeats what was pressed and chosen early, as soon as the controls of the calling part work. */
export function useEarlyEvents(): void {
  useEffect(() => {
    replayEarlyEvents()
  }, [])
}

/**
 * Repeats the presses and choices that React did not handle. Call it when a page's controls work: it waits until the
 * event that is just on its way, if any, has been handled or stopped.
 */
export function replayEarlyEvents(): void {
  if (window.earlyEvents?.size) setTimeout(replayNow)
}

function replayNow() {
  const repeats = [...(window.earlyEvents?.values() ?? [])]
  window.earlyEvents?.clear()
  for (const repeat of repeats) repeat()
}
