/**
 * The options of every query for the status of an order's payment. An answer is dropped with the last component that shows
 * it: an order that was cancelled may be open again, and TanStack Query keeps data for as long as any of its observers asks.
 */
export const statusQuery = { staleTime: 0, gcTime: 0 } as const
