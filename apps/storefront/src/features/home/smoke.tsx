import styles from './smoke.module.css'

/** A line of incense smoke, which rises once when the page opens. */
export function Smoke({ className = '' }: { className?: string | undefined }) {
  return (
    <div className={`${styles.smoke} ${className}`}>
      <svg viewBox="0 0 200 260" aria-hidden="true" className={styles.thread}>
        <path d="M12 258c-14-34 30-46 44-78 14-34-26-58 8-86 30-24 74 2 82-32 6-26-30-34-22-60" />
      </svg>
    </div>
  )
}
