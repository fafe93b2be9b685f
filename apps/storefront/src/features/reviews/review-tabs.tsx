import type { Product } from '@marashi/domain/contracts/catalogue'
import { latePart } from '@marashi/ui/late-part'
import { Skeleton } from '@marashi/ui/skeleton'
import { Tabs } from '@marashi/ui/tabs'
import { productCopy } from '../../copy/product.ts'
import { siteCopy } from '../../copy/site.ts'
import { MissingPart } from '../../lib/missing-code.tsx'
import styles from './review-tabs.module.css'
import { ReviewsCard } from './reviews-card.tsx'

/**
 * Most shoppers only read, so the form and its schema load with the tab. The server does not render it, because only the
 * browser knows the draft.
 */
const ReviewForm = latePart(() => import('./review-form.tsx').then((module) => module.default), {
  Waiting: () => <Skeleton className={styles.formShape} />,
  Missing: MissingPart,
})

/**
 * Reviews and Write a Review. The open tab is part of the address, so that a link can lead to either. Each product has its
 * own: Back may lead from the form of one to the form of another, and what was typed belongs to one alone.
 */
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
      key={product.id}
      label={productCopy.tabs}
      failed={siteCopy.failedPart}
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
          content: isWriting && <ReviewForm product={product} />,
        },
      ]}
    />
  )
}
