import { useSyncExternalStore } from 'react'

let isAsked = false
let logins = 0
const listeners = new Set<() => void>()
const waiting = new Set<() => void>()

/**
 * Has the owner log in over the page, because the session has ended: what is typed stays (`LoginDialog`). Answers whether nothing
 * had asked before.
 */
export function askForLogin(): boolean {
  const isNew = !isAsked
  set(true)
  return isNew
}

/**
 * To be called as a request is sent. What it returns is called where the session is refused: it asks for the login, unless the
 * owner has logged in since, and answers whether it did.
 */
export function loginAsker(): () => boolean {
  const before = logins
  return () => {
    const isRefused = logins === before
    if (isRefused) askForLogin()
    return isRefused
  }
}

/** Calls back once, when the owner has logged in. */
export const atNextLogin = (act: () => void): unknown => waiting.add(act)

/** The owner has logged in, here or on another tab. */
export function countLogin(): void {
  logins += 1
  const acts = [...waiting]
  waiting.clear()
  set(false)
  for (const act of acts) act()
}

/** The owner stays on the page without a session. */
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
