import { trpc } from '@marashi/api-client/trpc'
import type { Product } from '@marashi/domain/contracts/catalogue'
import type { ReviewFilter } from '@marashi/domain/rules/review'
import { Button } from '@marashi/ui/button'
import { Panel } from '@marashi/ui/panel'
import { Skeleton } from '@marashi/ui/skeleton'
import { VisuallyHidden } from '@marashi/ui/visually-hidden'
import { useRef, useState } from 'react'
import { reviewsCopy } from '../../copy/reviews.ts'
import { ReviewList } from './review-list.tsx'
import styles from './reviews-card.module.css'
import { ReviewsSummary } from './reviews-summary.tsx'

/** The reviews of one product in four states: loading, failed, none yet, and the list. */
export function ReviewsCard({ product, onWrite }: { product: Product; onWrite: () => void }) {
  const [filter, setFilter] = useState<ReviewFilter>({})
  const title = useRef<HTMLHeadingElement>(null)
  const reviews = trpc.reviews.forProduct.useQuery({ id: product.id })

  async function retry() {
    const { isSuccess } = await reviews.refetch()
    // The button that has the focus is gone with the failure.
    if (isSuccess) title.current?.focus({ preventScroll: true })
  }

  return (
    <Panel>
      <h2 ref={title} tabIndex={-1} className={styles.title}>
        {reviewsCopy.title}
      </h2>
      <p className={styles.subject}>{reviewsCopy.reviewsFor(product.name)}</p>
      {reviews.isPending && <LoadingReviews />}
      {reviews.isLoadingError && (
        <div className={styles.notice} role="alert">
          <p>{reviewsCopy.failed}</p>
          <Button variant="outline" onClick={() => void retry()} isBusy={reviews.isFetching}>
            {reviewsCopy.retry}
          </Button>
        </div>
      )}
      {reviews.data?.totalReviews === 0 && <NoReviews onWrite={onWrite} />}
      {reviews.data && reviews.data.totalReviews > 0 && (
        <>
          <ReviewsSummary reviews={reviews.data} filter={filter} onFilter={setFilter} />
          <ReviewList reviews={reviews.data.reviews} filter={filter} onFilter={setFilter} />
        </>
      )}
    </Panel>
  )
}

function NoReviews({ onWrite }: { onWrite: () => void }) {
  return (
    <div className={styles.notice}>
      <h3>{reviewsCopy.none}</h3>
      <p>{reviewsCopy.beFirst}</p>
      <Button onClick={onWrite}>{reviewsCopy.writeFirst}</Button>
    </div>
  )
}

/** Three skeletons, as docs/behaviour.md#constants says. */
function LoadingReviews() {
  return (
    <div className={styles.loading} role="status">
      <VisuallyHidden>{reviewsCopy.loading}</VisuallyHidden>
      <Skeleton className={styles.reviewShape} />
      <Skeleton className={styles.reviewShape} />
      <Skeleton className={styles.reviewShape} />
    </div>
  )
}
