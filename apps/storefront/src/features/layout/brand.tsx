import styles from './brand.module.css'

/** The shop's name beside its sign, the eight-point khatim. */
export function Brand({ name }: { name: string }) {
  return (
    <span className={styles.brand}>
      <svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true" className={styles.sign}>
        <path d="M16 2.5l4 4h5.5V12l4 4-4 4v5.5H20l-4 4-4-4H6.5V20l-4-4 4-4V6.5H12z" />
        <circle cx="16" cy="16" r="5.5" />
      </svg>
      {name}
    </span>
  )
}
