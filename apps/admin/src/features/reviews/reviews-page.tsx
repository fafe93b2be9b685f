import { trpc } from '@marashi/api-client/trpc'
import { type AdminReview, reviewStatuses } from '@marashi/domain/contracts/admin-reviews'
import { Button, buttonClass } from '@marashi/ui/button'
import { Link } from '@tanstack/react-router'
import { LogOut, Plus } from 'lucide-react'
import { useState } from 'react'
import { reviewsCopy } from '../../copy/reviews.ts'
import { statusCopy } from '../../copy/statuses.ts'
import { PageHeading } from '../../lib/display/page-heading.tsx'
import { FilterBar } from '../../lib/lists/filter-bar.tsx'
import { FilterSelect } from '../../lib/lists/filter-select.tsx'
import { ListPages } from '../../lib/lists/list-pages.tsx'
import { SearchBox } from '../../lib/lists/search-box.tsx'
import { useLoadNewest } from '../../lib/lists/use-load-newest.ts'
import { AuthRequired } from '../../lib/session/auth-required.tsx'
import { useLogout } from '../../lib/session/use-logout.ts'
import { QuickFilters } from './quick-filters.tsx'
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
  const [open, setOpen] = useState<{ review?: AdminReview }>()
  const choose = (status: ReviewSearch['status']) => onSearch({ status, page: undefined })

  const loadNewest = useLoadNewest({
    load: async (id: string) => {
      await utils.admin.reviews.invalidate()
      return (await utils.admin.reviews.list.fetch({})).reviews.find((review) => review.id === id)
    },
    show: (review) => setOpen({ review }),
  })

  return (
    <>
      <PageHeading title={reviewsCopy.title}>
        {!list.isError && (
          <Button onClick={() => setOpen({})}>
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
      {list.isError ? (
        <AuthRequired explanation={reviewsCopy.authHint} onRetry={() => void list.refetch()} />
      ) : (
        <>
          <ReviewStats counts={list.counts} />
          <QuickFilters counts={list.counts} status={search.status} onChoose={choose} />
          <FilterBar>
            <SearchBox
              label={reviewsCopy.search}
              placeholder={reviewsCopy.searchHint}
              term={search.search}
              onSearch={(term) => onSearch({ search: term, page: undefined })}
            />
            <FilterSelect
              label={reviewsCopy.statusFilter}
              allLabel={reviewsCopy.allStatuses}
              value={search.status === 'all' ? undefined : search.status}
              options={reviewStatuses.map((status) => ({ value: status, label: statusCopy[status] }))}
              onChange={(status) => choose(status ?? 'all')}
            />
          </FilterBar>
          <ListPages
            list={{ total: list.data?.total, isFetching: list.isFetching }}
            page={search.page}
            pageSize={reviewsPerPage}
            range={reviewsCopy.range}
            position={reviewsCopy.position}
          >
            <ReviewList list={list} search={search} onEdit={(review) => setOpen({ review })} />
          </ListPages>
        </>
      )}
      {open && (
        <ReviewFormDialog
          key={open.review?.updatedAt}
          review={open.review}
          onClose={() => setOpen(undefined)}
          onReload={() => open.review && void loadNewest(open.review.id)}
        />
      )}
    </>
  )
}
