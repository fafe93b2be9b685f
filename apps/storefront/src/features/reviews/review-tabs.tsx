import type { Product } from '@marashi/domain/contracts/catalogue'
import { Skeleton } from '@marashi/ui/skeleton'
import { Tabs } from '@marashi/ui/tabs'
import { useHydrated } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { productCopy } from '../../copy/product.ts'
import styles from './review-tabs.module.css'
import { ReviewsCard } from './reviews-card.tsx'

/** Most shoppers only read, so the form and its schema arrive when somebody wants to write. */
const ReviewForm = lazy(() => import('./review-form.tsx'))

/** Reviews, and Write a Review; which of them is open stands in the address, so that either can be sent to a customer. */
export function ReviewTabs({
  product,
  isWriting,
  onSwitch,
}: {
  product: Product
  isWriting: boolean
  onSwitch: (isWriting: boolean) => void
}) {
  return (
    <Tabs
      label={productCopy.tabs}
      selected={isWriting ? 'write' : 'read'}
      onSelect={(key) => onSwitch(key === 'write')}
      tabs={[
        {
          key: 'read',
          label: productCopy.reviewsTab,
          content: <ReviewsCard product={product} onWrite={() => onSwitch(true)} />,
        },
        {
          key: 'write',
          label: productCopy.writeTab,
          content: isWriting && <LateReviewForm product={product} />,
        },
      ]}
    />
  )
}

/** The form's place until it arrives. The server leaves it empty: only the browser knows the draft. */
function LateReviewForm({ product }: { product: Product }) {
  const isHydrated = useHydrated()
  const shape = <Skeleton className={styles.formShape} />
  if (!isHydrated) return shape
  return (
    <Suspense fallback={shape}>
      <ReviewForm product={product} />
    </Suspense>
  )
}
