import type { QueryClient } from '@tanstack/react-query'

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

/** A query that succeeded on the server; key and data are plain JSON, as tRPC sends them. */
export type SentQuery = { key: Json[]; data: Json }

/**
 * Every query that succeeded while rendering on the server. Failed ones are left out, because they would throw in the
 * browser, which instead sends them again.
 */
export function dehydrateQueries(queryClient: QueryClient): SentQuery[] {
  return queryClient
    .getQueryCache()
    .getAll()
    .filter((query) => query.state.status === 'success')
    .map((query) => ({ key: query.queryKey as Json[], data: query.state.data as Json }))
}

/** Writes the server's queries to the browser's cache, as fresh as the page that brought them. */
export function hydrateQueries(queryClient: QueryClient, queries: readonly SentQuery[]): void {
  for (const { key, data } of queries) queryClient.setQueryData(key, data)
}
