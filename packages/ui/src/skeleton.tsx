import styles from './skeleton.module.css'

/** A grey placeholder for content that loads; its size comes from `className`. Hidden from screen readers. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <span aria-hidden="true" className={`${styles.skeleton} ${className}`} />
}
