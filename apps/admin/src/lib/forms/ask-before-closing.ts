/** Has the browser ask before the tab is closed or the page read again while something `isTyped`; returns the way to stop. */
export function askBeforeClosing(isTyped: () => boolean): () => void {
  const ask = (event: BeforeUnloadEvent) => {
    if (!isTyped()) return
    event.preventDefault()
    // Chrome before 119 asks for this alone.
    event.returnValue = true
  }
  window.addEventListener('beforeunload', ask)
  return () => window.removeEventListener('beforeunload', ask)
}
