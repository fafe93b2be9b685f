import styles from './smoke.module.css'

/** A thread of incense smoke, drawn once when the page opens. */
export function Smoke({ className }: { className?: string | undefined }) {
  return (
    <svg viewBox="0 0 90 120" aria-hidden="true" className={className}>
      <path className={styles.thread} pathLength="1" d="M44 118c-16-18 22-30 6-50-14-17-30-22-14-40 9-10 16-12 14-26" />
    </svg>
  )
}
