import { Skeleton } from '@marashi/ui/skeleton'
import { useLayoutEffect } from 'react'
import { productCopy } from '../../copy/product.ts'
import { LinkButton } from '../../lib/link-button.tsx'
import styles from './product-status.module.css'

/**
 * Shown from its top while the product loads, because whoever came from far down a list would look at the foot of the page: a
 * skeleton, and a text for screen readers.
 */
export function ProductLoading() {
  // The router has noted where the list was left, and places the page itself when the product is there.
  useLayoutEffect(() => {
    scrollTo({ top: 0, behavior: 'instant' })
  }, [])
  return (
    <div className={styles.loading}>
      <Skeleton className={styles.picture} />
      <p role="status">{productCopy.loading}</p>
    </div>
  )
}

/** Shown for an address without a product. */
export function ProductNotFound() {
  return (
    <section className={styles.notFound}>
      <h1>{productCopy.notFound}</h1>
      <p>{productCopy.notFoundHint}</p>
      <LinkButton to="/shop">{productCopy.backToShop}</LinkButton>
    </section>
  )
}
