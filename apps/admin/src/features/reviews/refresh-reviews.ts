import type { trpc } from '@marashi/api-client/trpc'

/**
 * Asks again what a change of a review has made old: the reviews and their figures, and the products, which carry their
 * average. Nobody sees products beside reviews, so that those wait until they are looked at.
 */
export async function refreshReviews(utils: ReturnType<typeof trpc.useUtils>): Promise<void> {
  const whenSeen = { refetchType: 'none' } as const
  await Promise.all([
    utils.admin.reviews.invalidate(),
    utils.catalogue.products.invalidate(undefined, whenSeen),
    utils.catalogue.product.invalidate(undefined, whenSeen),
  ])
}
