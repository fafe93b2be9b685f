import type { AppRouter } from '@marashi/api/router'
import { httpSubscriptionLink, splitLink, type TRPCLink } from '@trpc/client'
import { browserLink } from './browser-link.ts'

/** The link of an app that also listens: subscriptions are server-sent events, which connect again by themselves. */
export function liveLink(url = '/trpc'): TRPCLink<AppRouter> {
  return splitLink({
    condition: ({ type }) => type === 'subscription',
    true: httpSubscriptionLink({ url }),
    false: browserLink(url),
  })
}
