import type { QueryClient } from '@tanstack/react-query'

/**
 * An order placed a minute ago must be in the list: every visit shows the cached data and fetches it again, also where a
 * page stays and its day, filter, search or number changes.
 */
export function freshAtEveryVisit(queryClient: QueryClient): void {
  queryClient.setQueryDefaults([['admin']], { refetchOnMount: 'always', staleTime: 0 })
}
