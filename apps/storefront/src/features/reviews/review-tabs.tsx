import type { Product } from '@marashi/domain/contracts/catalogue'
import { latePart } from '@marashi/ui/late-part'
import { Skeleton } from '@marashi/ui/skeleton'
import { Tabs } from '@marashi/ui/tabs'
import { useRef } from 'react'
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
  const tabs = useRef<HTMLDivElement>(null)

  /** The button that has the focus is hidden with its tab; a keyboard goes on at the tab of the form. */
  function write() {
    tabs.current?.querySelectorAll<HTMLElement>('[role=tab]')[1]?.focus()
    onSwitch(true)
  }

  return (
    <div ref={tabs}>
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
            content: <ReviewsCard product={product} onWrite={write} />,
          },
          {
            key: 'write',
            label: productCopy.writeTab,
            content: isWriting && <ReviewForm product={product} />,
          },
        ]}
      />
    </div>
  )
}
