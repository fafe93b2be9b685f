import { trpc } from '@marashi/api-client/trpc'
import type { AdminReview } from '@marashi/domain/contracts/admin-reviews'
import { useState } from 'react'
import { commonCopy } from '../../copy/common.ts'
import { reviewsCopy } from '../../copy/reviews.ts'
import { notifySuccess } from '../../lib/notify/notify.ts'
import { useNotifyFailure } from '../../lib/notify/use-notify-failure.ts'
import { refreshReviews } from './refresh-reviews.ts'

export type Decision = 'approved' | 'rejected'

/**
 * Approves and rejects pending reviews, and refreshes lists and figures before `onDone`. `decisionOn` returns the decision
 * that is being saved for a review. The success message offers to undo it.
 */
export function useModeration(onDone: (review: AdminReview) => void) {
  const utils = trpc.useUtils()
  const notifyFailure = useNotifyFailure()
  const [underWay, setUnderWay] = useState<Readonly<Record<string, Decision>>>({})

  async function moderate(review: AdminReview, status: Decision) {
    if (underWay[review.id]) return
    setUnderWay((others) => ({ ...others, [review.id]: status }))
    try {
      const moderated = await utils.client.admin.reviews.moderate.mutate({ id: review.id, status })
      notifySuccess(reviewsCopy.moderated(status), {
        label: commonCopy.undo,
        altText: reviewsCopy.undoAlt,
        onAction: () => void undo(moderated),
      })
    } catch (error) {
      notifyFailure(error, reviewsCopy.failedStatus)
    }
    await refreshReviews(utils)
    setUnderWay(({ [review.id]: _, ...others }) => others)
    onDone(review)
  }

  /** The API refuses to undo when somebody has changed the review since. */
  async function undo({ id, productId, customerName, rating, content, updatedAt }: AdminReview) {
    try {
      await utils.client.admin.reviews.update.mutate({
        id,
        productId,
        customerName: customerName ?? undefined,
        rating,
        content,
        status: 'pending',
        updatedAt,
      })
      notifySuccess(reviewsCopy.undone)
    } catch (error) {
      notifyFailure(error, reviewsCopy.failedStatus)
    }
    await refreshReviews(utils)
  }

  return { moderate, decisionOn: (id: string) => underWay[id] }
}
