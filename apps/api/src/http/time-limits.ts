/**
 * How long a route may take, in milliseconds. Fastify breaks an answer off as well that has begun by then, so what is sent
 * piece by piece needs a longer time than what is worked out and sent at once.
 */

/** More than the 25 seconds that a payment provider has for one attempt, less than the 30 that a shopper’s browser waits. */
export const HANDLER_TIMEOUT_MS = 28_000

/**
 * From when on a request tries no more to write down what a provider has answered, so that it still answers in time itself: a database
 * that hangs is given up after 8 seconds (start/open-pools.ts), and what has timed out would read as if nothing had been asked.
 */
export const LAST_RECORD_AFTER_MS = HANDLER_TIMEOUT_MS - 9_000

/** A picture takes minutes over a poor connection, and a million orders over a phone's. */
export const DOWNLOAD_TIMEOUT_MS = 15 * 60_000

/** What tells a page of the administration what happens stays open; after a day the browser connects again. */
export const LIVE_TIMEOUT_MS = 24 * 60 * 60_000
