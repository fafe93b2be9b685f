import { failureOf } from '@marashi/api-client/failure'
import { trpc } from '@marashi/api-client/trpc'
import type { ReviewForm } from '@marashi/domain/contracts/reviews'
import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { reviewsCopy } from '../../copy/reviews.ts'
import { deviceOrderSecrets } from '../../lib/device-orders.ts'
import { useErrorToast } from '../../lib/use-error-toast.ts'
import type { ReviewFields } from './review-fields.ts'
import { clearReviewDraft } from './use-review-draft.ts'

/**
 * Sends a review for moderation; where only buyers may review, with the orders of this browser. A refusal shows the
 * server's message, or 'Failed to submit review', as a toast titled 'Error', until it is sent again, and under the fields
 * that it names.
 */
export function useSubmitReview(productId: string, form: UseFormReturn<ReviewFields, unknown, ReviewForm>) {
  const utils = trpc.useUtils()
  const { data: shop } = trpc.catalogue.shop.useQuery()
  const isForBuyers = shop?.onlyBuyersReview === true
  const [isDone, setIsDone] = useState<'pending' | 'approved' | null>(null)
  const { showError, dismissError } = useErrorToast()
  const mutation = trpc.reviews.submit.useMutation({
    onMutate: dismissError,
    onSuccess: ({ status }) => {
      form.reset({ content: '', customerName: '' })
      clearReviewDraft(productId)
      setIsDone(status)
      return refresh(status)
    },
    onError: (error) => {
      const { text, fields } = failureOf(error)
      showError(reviewsCopy.form.errorTitle, text || reviewsCopy.form.failed)
      for (const name of ['rating', 'content', 'customerName'] as const) {
        if (fields[name]) form.setError(name, { message: fields[name] })
      }
    },
  })
  /** What is approved at once also counts on the product's page and on its cards. */
  function refresh(status: 'pending' | 'approved') {
    return Promise.all([
      utils.reviews.forProduct.invalidate({ id: productId }),
      ...(status === 'approved'
        ? [utils.catalogue.product.invalidate({ id: productId }), utils.catalogue.products.invalidate()]
        : []),
    ])
  }

  return {
    submit: (review: ReviewForm) => {
      if (!mutation.isPending)
        mutation.mutate({ id: productId, ...review, ...(isForBuyers && { orderSecrets: deviceOrderSecrets() }) })
    },
    isSubmitting: mutation.isPending,
    isDone,
    isForBuyers,
    startAnother: () => setIsDone(null),
  }
}
