import { isServer, QueryClient } from '@tanstack/react-query'

const minuteMs = 60_000

/**
 * The defaults of every query, as docs/behaviour.md#constants lists them.
 *
 * Requests are sent also when the browser reports to be offline, so that a shopper gets an error with Retry instead of
 * an endless wait.
 */
export function createShopQueryClient(): QueryClient {
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        staleTime: Number.POSITIVE_INFINITY,
        // A page rendered on the server ends with its response; a timer would keep its data in memory for ten minutes.
        gcTime: isServer ? Number.POSITIVE_INFINITY : 10 * minuteMs,
        refetchOnWindowFocus: false,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  // The keys of @trpc/react-query begin with the path of the procedure.
  queryClient.setQueryDefaults([['catalogue', 'shop']], { staleTime: minuteMs })
  queryClient.setQueryDefaults([['catalogue', 'products']], { staleTime: 5 * minuteMs })
  queryClient.setQueryDefaults([['catalogue', 'product']], { staleTime: 5 * minuteMs })
  queryClient.setQueryDefaults([['catalogue', 'categories']], { staleTime: 10 * minuteMs })
  return queryClient
}
