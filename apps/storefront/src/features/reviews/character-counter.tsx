import type { ReviewForm } from '@marashi/domain/contracts/reviews'
import { lengthAsRead, reviewLimits } from '@marashi/domain/rules/review'
import { VisuallyHidden } from '@marashi/ui/visually-hidden'
import { type Control, useWatch } from 'react-hook-form'
import { reviewsCopy } from '../../copy/reviews.ts'
import styles from './character-counter.module.css'
import type { ReviewFields } from './review-form.tsx'

/** Spoken once on passing each of these, not on every key. */
const spokenFrom = [400, 480]

/**
 * How long the review is, counted as a person counts, red above 500 (specification §2). Nothing stops the typing there:
 * cutting a sentence off would lose text.
 */
export function CharacterCounter({ control }: { control: Control<ReviewFields, unknown, ReviewForm> }) {
  const content = useWatch({ control, name: 'content' }) ?? ''
  const length = lengthAsRead(content.trim())
  return (
    <p className={styles.counter} data-over={length > reviewLimits.max}>
      <span aria-hidden="true">{reviewsCopy.form.counter(length, reviewLimits.max)}</span>
      <VisuallyHidden>
        <span role="status">{spokenLength(length)}</span>
      </VisuallyHidden>
    </p>
  )
}

function spokenLength(length: number): string {
  if (length > reviewLimits.max) return reviewsCopy.form.charactersOver(length - reviewLimits.max)
  const passed = spokenFrom.findLast((mark) => length >= mark)
  return passed === undefined ? '' : reviewsCopy.form.charactersLeft(reviewLimits.max - passed)
}
