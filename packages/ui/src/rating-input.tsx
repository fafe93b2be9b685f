import type { Ref } from 'react'
import styles from './rating-input.module.css'
import { Star } from './star.tsx'
import type { StarSize } from './star-rating.tsx'

/**
 * Five native radio buttons drawn as stars, without a default choice; the browser handles the arrow keys. `labels[n]`
 * is the word for n stars ("Poor" … "Excellent"). `ref` is the radio button that the Tab key reaches, for a form that
 * moves the focus to a missing field.
 */
export function RatingInput({
  legend,
  name,
  value,
  onChange,
  labels,
  maximum = 5,
  size = 'large',
  isDisabled = false,
  error,
  ref,
}: {
  legend: string
  name: string
  value: number | null
  onChange: (rating: number) => void
  labels?: Readonly<Record<number, string>>
  maximum?: number
  size?: StarSize
  isDisabled?: boolean
  error?: string | undefined
  ref?: Ref<HTMLInputElement>
}) {
  const errorId = `${name}-error`
  return (
    <fieldset
      className={styles.fieldset}
      disabled={isDisabled}
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? errorId : undefined}
    >
      <legend className={styles.legend}>{legend}</legend>
      <div className={`${styles.row} ${styles[size]}`}>
        {Array.from({ length: maximum }, (_, index) => index + 1).map((stars) => (
          <label key={stars} className={styles.option}>
            <input
              type="radio"
              ref={stars === (value ?? 1) ? ref : undefined}
              id={stars === 1 ? name : undefined}
              name={name}
              value={stars}
              checked={value === stars}
              onChange={() => onChange(stars)}
              className={styles.radio}
              aria-label={`${stars} ${stars === 1 ? 'star' : 'stars'}${labels ? `, ${labels[stars]}` : ''}`}
            />
            <Star isFilled={value !== null && stars <= value} />
          </label>
        ))}
        {value !== null && labels && (
          <span aria-hidden="true" className={styles.word}>
            {labels[value]}
          </span>
        )}
      </div>
      {error && (
        <p id={errorId} className={styles.error}>
          {error}
        </p>
      )}
    </fieldset>
  )
}
