/** Who wants to know when something that the device keeps for all tabs is another. */
export function keptForTabs() {
  const listeners = new Set<() => void>()
  return {
    /** Tells those of this tab; the browser tells the other tabs. */
    notify(): void {
      for (const listener of listeners) listener()
    },
    /** Calls back also for what another tab does; returns the function that stops it. */
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      window.addEventListener('storage', listener)
      // A page that comes back from the browser's cache has missed what was stored meanwhile.
      window.addEventListener('pageshow', listener)
      return () => {
        listeners.delete(listener)
        window.removeEventListener('storage', listener)
        window.removeEventListener('pageshow', listener)
      }
    },
  }
}
