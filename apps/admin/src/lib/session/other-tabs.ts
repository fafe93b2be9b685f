/** The other tabs of this browser, which share the session; an older browser does not know of them. */
const otherTabs = 'BroadcastChannel' in window ? new BroadcastChannel('marashi-session') : undefined

/** Notifies the other tabs that the owner has logged in. */
export const notifyOtherTabs = (): void => otherTabs?.postMessage('logged in')

/** Calls back when the owner has logged in on another tab; returns the way to stop. */
export function subscribeToOtherTabs(onLogin: () => void): () => void {
  otherTabs?.addEventListener('message', onLogin)
  return () => otherTabs?.removeEventListener('message', onLogin)
}
