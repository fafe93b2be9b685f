import { trpc } from '@marashi/api-client/trpc'
import type { AdminReview } from '@marashi/domain/contracts/admin-reviews'
import { Button, buttonClass } from '@marashi/ui/button'
import { Link } from '@tanstack/react-router'
import { LogOut, Plus } from 'lucide-react'
import { reviewsCopy } from '../../copy/reviews.ts'
import { PageData } from '../../lib/display/page-data.tsx'
import { PageHeading } from '../../lib/display/page-heading.tsx'
import { useRecordDialog } from '../../lib/forms/use-record-dialog.ts'
import { ListPages } from '../../lib/lists/list-pages.tsx'
import { AuthRequired } from '../../lib/session/auth-required.tsx'
import { useLogout } from '../../lib/session/use-logout.ts'
import { ReviewFilters } from './review-filters.tsx'
import { ReviewFormDialog } from './review-form-dialog.tsx'
import { ReviewList } from './review-list.tsx'
import { ReviewStats } from './review-stats.tsx'
import styles from './reviews-page.module.css'
import { type ReviewSearch, reviewsPerPage, useReviewList } from './use-review-list.ts'

/** Review moderation. It opens with pending reviews, because they wait for a decision. */
export function ReviewsPage({
  search,
  onSearch,
}: {
  search: ReviewSearch
  onSearch: (change: Partial<ReviewSearch>) => Promise<void>
}) {
  const list = useReviewList(search)
  const utils = trpc.useUtils()
  const { logOut, isLoggingOut } = useLogout()

  const { onAdd, onEdit, dialog } = useRecordDialog<AdminReview>(async ({ id, createdAt }) => {
    await utils.admin.reviews.invalidate()
    // No page holds it for certain: of all reviews, those of its own millisecond are asked for.
    const createdTo = new Date(Date.parse(createdAt) + 1).toISOString()
    const { reviews } = await utils.admin.reviews.list.fetch({ createdFrom: createdAt, createdTo })
    return reviews.find((review) => review.id === id)
  })

  return (
    <>
      <PageHeading title={reviewsCopy.title}>
        {!list.isError && (
          <Button onClick={onAdd}>
            <Plus size={18} aria-hidden="true" />
            {reviewsCopy.create}
          </Button>
        )}
        <Link to="/dashboard" className={buttonClass({ variant: 'outline', size: 'small' })}>
          {reviewsCopy.dashboard}
        </Link>
        <Button variant="ghost" size="small" isBusy={isLoggingOut} onClick={logOut}>
          <LogOut size={18} aria-hidden="true" />
          <span className={styles.word}>{isLoggingOut ? reviewsCopy.loggingOut : reviewsCopy.logout}</span>
        </Button>
      </PageHeading>
      <PageData
        failure={
          list.isError && <AuthRequired explanation={reviewsCopy.authHint} onRetry={() => void list.refetch()} />
        }
      >
        <ReviewStats counts={list.counts} />
        <ReviewFilters counts={list.counts} search={search} onSearch={onSearch} />
        <ListPages
          list={{ total: list.data?.total, isFetching: list.isFetching }}
          page={search.page}
          pageSize={reviewsPerPage}
          range={reviewsCopy.range}
          position={reviewsCopy.position}
        >
          <ReviewList list={list} search={search} onEdit={onEdit} />
        </ListPages>
      </PageData>
      {dialog && (
        <ReviewFormDialog
          key={dialog.record?.updatedAt}
          review={dialog.record}
          onClose={dialog.onClose}
          onReload={dialog.onReload}
        />
      )}
    </>
  )
}
