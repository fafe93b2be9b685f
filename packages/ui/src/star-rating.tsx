import styles from './star-rating.module.css'

export type StarSize = 'small' | 'medium' | 'large'

/**
 * Stars that show a rating from 0 to `maximum`, to a tenth of a star. `count` adds the number of reviews in
 * parentheses, `showsValue` the rating with one decimal. A screen reader reads it as one picture. See
 * docs/behaviour.md#layout.
 */
export function StarRating({
  value,
  maximum = 5,
  count,
  size = 'medium',
  showsValue = true,
}: {
  value: number
  maximum?: number
  count?: number
  size?: StarSize
  showsValue?: boolean
}) {
  const number = value.toFixed(1)
  const reviews = count === undefined ? '' : `, ${count} ${count === 1 ? 'review' : 'reviews'}`
  return (
    <span
      role="img"
      aria-label={`Rated ${number} out of ${maximum}${reviews}`}
      className={`${styles.rating} ${styles[size]}`}
    >
      <span aria-hidden="true" className={styles.stars}>
        {Array.from({ length: maximum }, (_, index) => (
          <Star key={index} filled={Math.min(1, Math.max(0, value - index))} />
        ))}
      </span>
      {showsValue && (
        <span aria-hidden="true" className={styles.number}>
          {number}
        </span>
      )}
      {count !== undefined && <span aria-hidden="true">({count})</span>}
    </span>
  )
}

/** One star; `filled` from 0 to 1. The view box of a second star on top cuts it to the filled tenths. */
export function Star({ filled }: { filled: number }) {
  const tenths = Math.round(filled * 10)
  return (
    <svg viewBox="0 0 24 24" className={styles.star} aria-hidden="true">
      <path d={starPath} className={styles.empty} />
      {tenths > 0 && (
        <svg
          aria-hidden="true"
          viewBox={`0 0 ${tenths * 2.4} 24`}
          width={tenths * 2.4}
          height="24"
          preserveAspectRatio="xMinYMin slice"
        >
          <path d={starPath} className={styles.full} />
        </svg>
      )}
    </svg>
  )
}

const starPath = 'M12 2.6l2.9 5.88 6.5.95-4.7 4.58 1.1 6.47L12 17.42l-5.8 3.06 1.1-6.47-4.7-4.58 6.5-.95z'
