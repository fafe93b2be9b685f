import type { QueryClient } from '@tanstack/react-query'

/**
 * An order placed a minute ago must be in the list: every visit shows the cached data and fetches it again, also where a
 * page stays and its day, filter, search or number changes. What could not be read without a network is read once it is back.
 */
export function freshAtEveryVisit(queryClient: QueryClient): void {
  const { queries, ...others } = queryClient.getDefaultOptions()
  // Off by default where requests are sent without a network too.
  queryClient.setDefaultOptions({ ...others, queries: { ...queries, refetchOnReconnect: true } })
  queryClient.setQueryDefaults([['admin']], { refetchOnMount: 'always', staleTime: 0 })
}
