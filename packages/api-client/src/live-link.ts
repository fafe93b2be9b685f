import type { AppRouter } from '@marashi/api/router'
import { adminHeader } from '@marashi/domain/rules/admin-header'
import { httpSubscriptionLink, retryLink, splitLink, type TRPCLink } from '@trpc/client'
import { browserLink } from './browser-link.ts'
import { shopClockLink } from './shop-clock.ts'

const RETRY_AFTER_MS = 15_000

/**
 * The link of the administration, which also listens: subscriptions are server-sent events. A browser connects again by itself after a lost
 * connection, but gives up for good at an answer that is no stream, as of a proxy while the shop starts again, and tRPC gives up
 * at a refusal, as when the session has ended. Neither lasts: both are tried again, after the last event that was seen.
 */
export function liveLink(url = '/trpc', { retryAfterMs = RETRY_AFTER_MS } = {}): TRPCLink<AppRouter> {
  return splitLink({
    condition: ({ type }) => type === 'subscription',
    true: [retryLink({ retry: () => true, retryDelayMs: () => retryAfterMs }), httpSubscriptionLink({ url })],
    false: [shopClockLink, browserLink(url, { [adminHeader]: '1' })],
  })
}
