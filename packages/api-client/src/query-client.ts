import { isServer, QueryClient } from '@tanstack/react-query'

const minuteMs = 60_000

/**
 * The data-fetching defaults of specification §9: no retries, never stale on its own, no refetch on focus, no polling;
 * products are kept 5 minutes and categories 10.
 *
 * Requests are sent even when the browser believes to be offline, so that a shopper gets an error with a way to retry
 * instead of a wait without end.
 */
export function createShopQueryClient(): QueryClient {
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        staleTime: Number.POSITIVE_INFINITY,
        // A page rendered on the server ends with its response: a timer would keep all of it for these ten minutes.
        gcTime: isServer ? Number.POSITIVE_INFINITY : 10 * minuteMs,
        refetchOnWindowFocus: false,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  // The keys of @trpc/react-query begin with the path of the procedure.
  queryClient.setQueryDefaults([['catalogue', 'products']], { staleTime: 5 * minuteMs })
  queryClient.setQueryDefaults([['catalogue', 'product']], { staleTime: 5 * minuteMs })
  queryClient.setQueryDefaults([['catalogue', 'categories']], { staleTime: 10 * minuteMs })
  return queryClient
}
