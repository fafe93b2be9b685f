import type { ReviewForm } from '@marashi/domain/contracts/reviews'
import { useEffect } from 'react'
import type { DefaultValues, UseFormReturn } from 'react-hook-form'
import { dropRecord, readRecord, saveRecord } from '../../lib/session-record.ts'
import type { ReviewFields } from './review-fields.ts'

const draftKey = (productId: string) => `review-draft-${productId}`

/** The saved draft for this product, or an empty form without a rating. */
export function readReviewDraft(productId: string): DefaultValues<ReviewFields> {
  const { rating, content, customerName } = readRecord(draftKey(productId))
  return {
    content: typeof content === 'string' ? content : '',
    customerName: typeof customerName === 'string' ? customerName : '',
    ...(typeof rating === 'number' && [1, 2, 3, 4, 5].includes(rating) && { rating }),
  }
}

/** Saves the draft after every change of the form. */
export function useReviewDraft(productId: string, form: UseFormReturn<ReviewFields, unknown, ReviewForm>): void {
  useEffect(() => {
    const unsubscribe = form.subscribe({
      formState: { values: true },
      callback: ({ values }) => saveRecord(draftKey(productId), values),
    })
    return () => unsubscribe()
  }, [productId, form])
}

export function clearReviewDraft(productId: string): void {
  dropRecord(draftKey(productId))
}
