import { zodResolver } from '@hookform/resolvers/zod'
import type { Product } from '@marashi/domain/contracts/catalogue'
import { type ReviewForm as Review, reviewForm } from '@marashi/domain/contracts/reviews'
import { ratingLabels } from '@marashi/domain/rules/review'
import { Button } from '@marashi/ui/button'
import { Field, Input, TextArea } from '@marashi/ui/field'
import { Panel } from '@marashi/ui/panel'
import { RatingInput } from '@marashi/ui/rating-input'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { useController, useForm } from 'react-hook-form'
import { reviewsCopy } from '../../copy/reviews.ts'
import { CharacterCounter } from './character-counter.tsx'
import type { ReviewFields } from './review-fields.ts'
import styles from './review-form.module.css'
import { ReviewThanks } from './review-thanks.tsx'
import { readReviewDraft, useReviewDraft } from './use-review-draft.ts'
import { useSubmitReview } from './use-submit-review.ts'

/**
 * A visitor's review of one product. The draft survives a reload and a failed request. See
 * docs/behaviour.md#writing-a-review.
 */
export default function ReviewForm({ product }: { product: Product }) {
  const form = useForm<ReviewFields, unknown, Review>({
    resolver: zodResolver(reviewForm),
    defaultValues: readReviewDraft(product.id),
  })
  // Registered before the fields below it, because the focus goes to the first registered field with an error.
  const rating = useController({ control: form.control, name: 'rating' })
  const { errors } = form.formState
  const { submit, isSubmitting, isDone, isForBuyers, startAnother } = useSubmitReview(product.id, form)
  useReviewDraft(product.id, form)
  const heading = useRef<HTMLHeadingElement>(null)

  /** The button that has the focus is removed with the thanks; a screen reader goes on at the form's heading. */
  function writeAnother() {
    flushSync(startAnother)
    heading.current?.focus()
  }

  if (isDone) return <ReviewThanks isShown={isDone === 'approved'} onAnother={writeAnother} />
  return (
    <Panel>
      <form noValidate className={styles.form} onSubmit={form.handleSubmit(submit)}>
        <h2 ref={heading} tabIndex={-1} className={styles.title}>
          {reviewsCopy.form.title}
        </h2>
        {isForBuyers && <p>{reviewsCopy.form.buyersOnly}</p>}
        <RatingInput
          {...rating.field}
          legend={reviewsCopy.form.rating}
          labels={ratingLabels}
          value={rating.field.value ?? null}
          error={errors.rating?.message}
        />
        <div>
          <Field label={reviewsCopy.form.content} hint={reviewsCopy.form.contentHint} error={errors.content?.message}>
            <TextArea {...form.register('content')} />
          </Field>
          <CharacterCounter control={form.control} />
        </div>
        <Field label={reviewsCopy.form.name} isOptional error={errors.customerName?.message}>
          <Input autoComplete="name" {...form.register('customerName')} />
        </Field>
        <Button type="submit" isBusy={isSubmitting}>
          {isSubmitting ? reviewsCopy.form.submitting : reviewsCopy.form.submit}
        </Button>
      </form>
    </Panel>
  )
}
