import { zodResolver } from '@hookform/resolvers/zod'
import { trpc } from '@marashi/api-client/trpc'
import {
  type AdminReview,
  type AdminReviewForm,
  adminReviewForm,
  reviewStatuses,
} from '@marashi/domain/contracts/admin-reviews'
import { ratingLabels } from '@marashi/domain/rules/review'
import { Field, Input, Select, TextArea } from '@marashi/ui/field'
import { RatingInput } from '@marashi/ui/rating-input'
import { useController, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { reviewsCopy } from '../../copy/reviews.ts'
import { statusCopy } from '../../copy/statuses.ts'
import { FormDialog } from '../../lib/forms/form-dialog.tsx'
import { sendOnce } from '../../lib/forms/send-once.ts'
import { useEdit } from '../../lib/forms/use-edit.ts'
import { useSave } from '../../lib/forms/use-save.ts'
import { ProductPicker } from './product-picker.tsx'
import { refreshReviews } from './refresh-reviews.ts'

const copy = reviewsCopy.form
type Fields = z.input<typeof adminReviewForm>
const emptyReview: Fields = { productId: '', customerName: '', rating: 5, content: '', status: 'pending' }

/** Enters a review, or edits `review`. Any status may be set. */
export function ReviewFormDialog({
  review,
  onClose,
  onReload,
}: {
  review?: AdminReview | undefined
  onClose: () => void
  onReload: () => void
}) {
  const form = useForm<Fields, unknown, AdminReviewForm>({
    resolver: zodResolver(adminReviewForm),
    defaultValues: review ? { ...emptyReview, ...fieldsOf(review) } : emptyReview,
  })
  const { errors, isDirty } = form.formState
  const product = useController({ control: form.control, name: 'productId' })
  const rating = useController({ control: form.control, name: 'rating' })
  const utils = trpc.useUtils()
  const { create, update } = utils.client.admin.reviews
  const saveEdit = useEdit(update.mutate)
  const { submit, isBusy, problem, isStale } = useSave({
    form,
    save: async (fields) => {
      await (review
        ? saveEdit({ ...fields, id: review.id, updatedAt: review.updatedAt })
        : sendOnce('review', (options) => create.mutate(fields, options)))
      await refreshReviews(utils)
      return review ? reviewsCopy.updated : reviewsCopy.created
    },
    failed: review ? reviewsCopy.failedUpdate : reviewsCopy.failedCreate,
    onDone: onClose,
  })

  return (
    <FormDialog
      title={review ? copy.editTitle : copy.createTitle}
      onClose={onClose}
      onSubmit={form.handleSubmit(submit)}
      isDirty={isDirty}
      isBusy={isBusy}
      submitLabel={review ? copy.save : copy.create}
      busyLabel={copy.saving}
      problem={problem}
      onReload={isStale ? onReload : undefined}
    >
      <ProductPicker
        {...product.field}
        known={review && { id: review.productId, name: review.productName }}
        error={errors.productId?.message}
      />
      <Field label={copy.customerName} isOptional error={errors.customerName?.message}>
        <Input autoComplete="off" {...form.register('customerName')} />
      </Field>
      <RatingInput
        {...rating.field}
        legend={copy.rating}
        labels={ratingLabels}
        value={rating.field.value}
        error={errors.rating?.message}
      />
      <Field label={copy.content} hint={copy.contentHint} error={errors.content?.message}>
        <TextArea {...form.register('content')} />
      </Field>
      <Field label={copy.status} error={errors.status?.message}>
        <Select {...form.register('status')}>
          {reviewStatuses.map((status) => (
            <option key={status} value={status}>
              {statusCopy[status]}
            </option>
          ))}
        </Select>
      </Field>
    </FormDialog>
  )
}

function fieldsOf({ productId, customerName, rating, content, status }: AdminReview): Fields {
  return { productId, customerName: customerName ?? '', rating, content, status }
}
