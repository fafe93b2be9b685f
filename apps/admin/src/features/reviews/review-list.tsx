import { trpc } from '@marashi/api-client/trpc'
import type { AdminReview } from '@marashi/domain/contracts/admin-reviews'
import { focusHeading } from '@marashi/ui/focus-heading'
import { useRef } from 'react'
import { reviewsCopy } from '../../copy/reviews.ts'
import { CardSkeletons } from '../../lib/lists/card-skeletons.tsx'
import { DeleteQuestion } from '../../lib/lists/delete-question.tsx'
import { EmptyState } from '../../lib/lists/empty-state.tsx'
import { awaitsRows } from '../../lib/lists/last-page.ts'
import { RecordList } from '../../lib/lists/record-list.tsx'
import { useDeletion } from '../../lib/lists/use-deletion.ts'
import { refreshReviews } from './refresh-reviews.ts'
import { ReviewCard } from './review-card.tsx'
import { useModeration } from './use-moderation.ts'
import type { ReviewSearch, useReviewList } from './use-review-list.ts'

/** The cards of one page of reviews. After a decision the focus moves to the next card, for keyboard users. */
export function ReviewList({
  list,
  search,
  onEdit,
}: {
  list: ReturnType<typeof useReviewList>
  search: ReviewSearch
  onEdit: (review: AdminReview) => void
}) {
  const utils = trpc.useUtils()
  const deletion = useDeletion<AdminReview>({
    refresh: () => refreshReviews(utils),
    deleted: reviewsCopy.deleted,
    failed: reviewsCopy.failedDelete,
  })
  const { ask } = deletion
  const remove = trpc.admin.reviews.remove.useMutation(deletion.outcome)
  const place = useRef<HTMLDivElement>(null)
  /** The index of each review when its decision was made; afterwards the list may not hold the review any more. */
  const places = useRef(new Map<string, number>())
  const { moderate, decisionOn } = useModeration((review) => {
    const index = places.current.get(review.id) ?? 0
    places.current.delete(review.id)
    requestAnimationFrame(() => focusFrom(place.current, index, review.id))
  })

  const { data, isPlaceholderData } = list
  if (!data || awaitsRows({ rows: data.reviews, total: data.total, isPlaceholderData })) {
    return <CardSkeletons count={3} />
  }
  if (data.reviews.length === 0) return <EmptyState {...emptyText(search)} />
  return (
    <div ref={place}>
      <RecordList label={reviewsCopy.list} isDimmed={isPlaceholderData}>
        {data.reviews.map((review, index) => (
          <li key={review.id}>
            <ReviewCard
              review={review}
              decision={decisionOn(review.id)}
              onDecision={(decision) => {
                places.current.set(review.id, index)
                void moderate(review, decision)
              }}
              onEdit={() => onEdit(review)}
              onDelete={() => ask(review)}
            />
          </li>
        ))}
      </RecordList>
      <DeleteQuestion
        deletion={deletion}
        remove={remove}
        title={reviewsCopy.deleteTitle}
        description={reviewsCopy.deleteText}
      />
    </div>
  )
}

/** The text of the empty list. That nothing was found says nothing about what waits or was submitted. */
function emptyText({ status, search }: ReviewSearch) {
  if (search) return { title: reviewsCopy.none, hint: reviewsCopy.noneForHint }
  if (status === 'pending') return { title: reviewsCopy.nonePending, hint: reviewsCopy.nonePendingHint }
  return { title: reviewsCopy.none, hint: reviewsCopy.noneHint }
}

/** Focuses the card at `index`, or the next one if the moderated card is still there; the heading if no card is left. */
function focusFrom(place: HTMLElement | null, index: number, moderatedId: string) {
  const isElsewhere = document.activeElement !== document.body && !place?.contains(document.activeElement)
  if (isElsewhere) return
  const cards = [...(place?.querySelectorAll<HTMLElement>('[data-review]') ?? [])]
  const next = cards[index]?.dataset.review === moderatedId ? (cards[index + 1] ?? cards[index]) : cards[index]
  const target = next ?? cards.at(-1)
  if (target) target.focus()
  else focusHeading()
}
