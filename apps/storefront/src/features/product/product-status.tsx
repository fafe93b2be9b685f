import { Skeleton } from '@marashi/ui/skeleton'
import { productCopy } from '../../copy/product.ts'
import { LinkButton } from '../../lib/link-button.tsx'
import styles from './product-status.module.css'

/** While the perfume is fetched: its shape, and a word for those who do not see it. */
export function ProductLoading() {
  return (
    <div className={styles.loading}>
      <Skeleton className={styles.picture} />
      <p role="status">{productCopy.loading}</p>
    </div>
  )
}

/** For an address that names no perfume of ours. */
export function ProductNotFound() {
  return (
    <section className={styles.notFound}>
      <h1>{productCopy.notFound}</h1>
      <p>{productCopy.notFoundHint}</p>
      <LinkButton to="/shop">{productCopy.backToShop}</LinkButton>
    </section>
  )
}
