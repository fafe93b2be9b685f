import { Skeleton } from '@marashi/ui/skeleton'
import styles from './card-skeletons.module.css'

/** Placeholder cards while a list loads for the first time. */
export function CardSkeletons({ count, isGrid = false }: { count: number; isGrid?: boolean }) {
  return (
    <div className={isGrid ? styles.grid : styles.list} aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className={styles.card} data-skeleton="">
          <Skeleton className={styles.title ?? ''} />
          <Skeleton />
          <Skeleton className={styles.short ?? ''} />
        </div>
      ))}
    </div>
  )
}
