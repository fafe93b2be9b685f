import { trpc } from '@marashi/api-client/trpc'
import type { AdminReview } from '@marashi/domain/contracts/admin-reviews'
import { itemsBefore } from '@marashi/domain/rules/pagination'
import { keepPreviousData } from '@tanstack/react-query'

/** See docs/behaviour.md#administrator-lists. */
export const reviewsPerPage = 20

export type ReviewFilter = AdminReview['status'] | 'all'
/** The part of the address that selects the list. */
export type ReviewSearch = { status: ReviewFilter; search?: string | undefined; page?: number | undefined }

/** One page of the reviews, and the figures of all reviews. A search text calls the search procedure instead of the list. */
export function useReviewList({ status, search, page = 1 }: ReviewSearch) {
  const query = {
    limit: reviewsPerPage,
    offset: itemsBefore({ page, limit: reviewsPerPage }),
    ...(status !== 'all' && { status }),
  }
  const listed = trpc.admin.reviews.list.useQuery(query, { enabled: !search, placeholderData: keepPreviousData })
  const found = trpc.admin.reviews.search.useQuery(
    { ...query, search },
    { enabled: Boolean(search), placeholderData: keepPreviousData },
  )
  const counts = trpc.admin.reviews.counts.useQuery()
  const shown = search ? found : listed
  return {
    isError: shown.isError || counts.isError,
    data: shown.data,
    counts: counts.data,
    isFetching: shown.isFetching,
    isPlaceholderData: shown.isPlaceholderData,
    refetch: () => Promise.all([shown.refetch(), counts.refetch()]),
  }
}
