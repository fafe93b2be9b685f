import { Skeleton } from '@marashi/ui/skeleton'
import { productCopy } from '../../copy/product.ts'
import { LinkButton } from '../../lib/link-button.tsx'
import { useTopWhileLoading } from '../../lib/use-top-while-loading.ts'
import styles from './product-status.module.css'

/** Shown while the product loads: a skeleton, and a text for screen readers. */
export function ProductLoading() {
  useTopWhileLoading()
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
