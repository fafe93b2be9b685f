import type { ReviewForm } from '@marashi/domain/contracts/reviews'
import { ratingLabels } from '@marashi/domain/rules/review'
import { RatingInput } from '@marashi/ui/rating-input'
import { type Control, useController } from 'react-hook-form'
import { reviewsCopy } from '../../copy/reviews.ts'
import type { ReviewFields } from './review-form.tsx'

/** The rating as the form's first field: a review sent without one leads the focus here. */
export function RatingField({ control }: { control: Control<ReviewFields, unknown, ReviewForm> }) {
  const { field, fieldState } = useController({ control, name: 'rating' })
  return (
    <RatingInput
      legend={reviewsCopy.form.rating}
      name={field.name}
      ref={field.ref}
      labels={ratingLabels}
      value={field.value ?? null}
      onChange={field.onChange}
      error={fieldState.error?.message}
    />
  )
}
