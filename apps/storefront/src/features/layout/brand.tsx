import styles from './brand.module.css'

/** The shop's name beside its logo, the eight-point khatim star. */
export function Brand({ name }: { name: string }) {
  return (
    <span className={styles.brand}>
      <svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true" className={styles.sign}>
        <path d="M30 16L25.9 20.1V25.9H20.1L16 30 11.9 25.9H6.1V20.1L2 16 6.1 11.9V6.1H11.9L16 2 20.1 6.1H25.9V11.9Z" />
        <circle cx="16" cy="16" r="4.5" />
      </svg>
      <span translate="no" className={`${styles.name} ${name.length > 9 ? styles.long : ''}`}>
        {name}
      </span>
    </span>
  )
}
