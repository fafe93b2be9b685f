import { useSyncExternalStore } from 'react'

let isAsked = false
const listeners = new Set<() => void>()

/**
 * Has the owner log in over the page, because the session has ended: what is typed stays (`LoginDialog`). Answers whether nothing
 * had asked before.
 */
export function askForLogin(): boolean {
  const isNew = !isAsked
  set(true)
  return isNew
}

/** The owner has logged in, or stays on the page without a session. */
export const closeLogin = (): void => set(false)

export const useLoginRequest = (): boolean => useSyncExternalStore(subscribe, () => isAsked)

function set(next: boolean) {
  isAsked = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
