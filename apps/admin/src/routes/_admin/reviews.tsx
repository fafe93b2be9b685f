import { reviewStatuses } from '@marashi/domain/contracts/admin-reviews'
import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { reviewsCopy } from '../../copy/reviews.ts'
import { ReviewsPage } from '../../features/reviews/reviews-page.tsx'
import { pageParam, searchParam } from '../../lib/lists/list-search.ts'
import { useListSearch } from '../../lib/lists/use-list-search.ts'

export const Route = createFileRoute('/_admin/reviews')({
  staticData: { title: reviewsCopy.title },
  validateSearch: z.object({
    status: z
      .enum(['all', ...reviewStatuses])
      .default('pending')
      .catch('pending'),
    search: searchParam,
    page: pageParam,
  }),
  component: ReviewsRoute,
})

function ReviewsRoute() {
  return <ReviewsPage search={Route.useSearch()} onSearch={useListSearch()} />
}
