const key = 'push-subscription'

/**
 * The id of the subscription that this browser had last, or null. The shop cannot tell two phones of one kind apart, and the browser
 * forgets what its push service has ended.
 */
export function lastSubscription(): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    // A browser may forbid storage.
    return null
  }
}

/** Remembers the id of a subscription of this browser. */
export function rememberSubscription(id: string): void {
  try {
    localStorage.setItem(key, id)
  } catch {
    // The owner then removes an earlier one by hand.
  }
}
