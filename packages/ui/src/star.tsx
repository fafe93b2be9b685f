import styles from './star-rating.module.css'

/** One star, filled or not. */
export const Star = ({ isFilled }: { isFilled: boolean }) => (
  <svg viewBox="0 0 24 24" className={styles.stars} aria-hidden="true">
    <path d={starRow(1)} className={isFilled ? styles.full : styles.empty} />
  </svg>
)

/** From one star, 24 wide, to the next. */
export const starStep = 25.5

/** The outline of so many stars in a row. */
export const starRow = (count: number): string => `M12 2.6${starAndStep.repeat(count)}`

const starAndStep = `l2.9 5.88 6.5.95-4.7 4.58 1.1 6.47-5.8-3.06-5.8 3.06 1.1-6.47-4.7-4.58 6.5-.95zm${starStep} 0`
