/** The name in local storage of an order that was sent and whose outcome is not known yet. */
export const attemptKey = 'checkout-attempt'

/** What is older says nothing of what the shopper wants now, and holds an address on a device that may be shared. */
export const attemptLapsesAfterMs = 60 * 60_000

/** How long after it was sent the device knows that there was one whose outcome nobody heard, and what it asked. */
export const lapsedIsKnownForMs = 24 * 60 * 60_000
