import { Skeleton } from '@marashi/ui/skeleton'
import card from './product-card.module.css'
import styles from './product-card-skeleton.module.css'

/** A skeleton of a card, as tall as a card, so that nothing moves when the product is loaded. */
export function ProductCardSkeleton() {
  return (
    <div className={card.card} aria-hidden="true">
      <div className={card.picture} />
      <div className={card.text}>
        <Skeleton className={styles.category} />
        <Skeleton className={styles.name} />
        <Skeleton className={styles.description} />
        <Skeleton className={styles.reviews} />
        <Skeleton className={styles.price} />
      </div>
      <div className={card.actions}>
        <Skeleton className={styles.button} />
        <Skeleton className={styles.button} />
      </div>
    </div>
  )
}
