import { starRow, starStep } from './star.tsx'
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
      <Stars value={value} count={maximum} />
      {showsValue && (
        <span aria-hidden="true" className={styles.number}>
          {number}
        </span>
      )}
      {count !== undefined && <span aria-hidden="true">({count})</span>}
    </span>
  )
}

/**
 * A row of stars, filled up to the tenths of `value`, as one drawing: a page shows dozens of them. What is outside of the
 * drawing on top is cut off.
 */
function Stars({ value, count }: { value: number; count: number }) {
  const whole = Math.floor(value)
  const filled = whole * starStep + Math.round((value - whole) * 10) * 2.4
  const row = starRow(count)
  return (
    <svg viewBox={`0 0 ${count * starStep - 1.5} 24`} className={styles.stars} aria-hidden="true">
      <path d={row} className={styles.empty} />
      {filled > 0 && (
        <svg width={filled} height="24" aria-hidden="true">
          <path d={row} className={styles.full} />
        </svg>
      )}
    </svg>
  )
}
