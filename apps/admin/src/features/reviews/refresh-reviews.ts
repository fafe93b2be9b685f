import type { trpc } from '@marashi/api-client/trpc'

/**
 * Invalidates what a change of a review makes stale: reviews and their figures, and products, which hold the average.
 * No page shows products beside reviews, so products are fetched again only when a page needs them.
 */
export async function refreshReviews(utils: ReturnType<typeof trpc.useUtils>): Promise<void> {
  const whenSeen = { refetchType: 'none' } as const
  await Promise.all([
    utils.admin.reviews.invalidate(),
    utils.catalogue.products.invalidate(undefined, whenSeen),
    utils.catalogue.product.invalidate(undefined, whenSeen),
  ])
}
