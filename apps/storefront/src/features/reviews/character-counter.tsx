import type { ReviewForm } from '@marashi/domain/contracts/reviews'
import { lengthAsRead, reviewLimits } from '@marashi/domain/rules/review'
import { VisuallyHidden } from '@marashi/ui/visually-hidden'
import { type Control, useWatch } from 'react-hook-form'
import { reviewsCopy } from '../../copy/reviews.ts'
import styles from './character-counter.module.css'
import type { ReviewFields } from './review-fields.ts'

/** Screen readers read the count once at each of these, not with every key. */
const announcedLengths = [400, 480]

/**
 * The length of the review as a person counts it, red above 500. The input is not cut there, because that would lose
 * text. See docs/behaviour.md#writing-a-review.
 */
export function CharacterCounter({ control }: { control: Control<ReviewFields, unknown, ReviewForm> }) {
  const content = useWatch({ control, name: 'content' }) ?? ''
  const length = lengthAsRead(content.trim())
  return (
    <p className={styles.counter} data-over={length > reviewLimits.max}>
      <span aria-hidden="true">{reviewsCopy.form.counter(length, reviewLimits.max)}</span>
      <VisuallyHidden>
        <span role="status">{announcementOf(length)}</span>
      </VisuallyHidden>
    </p>
  )
}

function announcementOf(length: number): string {
  if (length > reviewLimits.max) return reviewsCopy.form.charactersOver(length - reviewLimits.max)
  const passed = announcedLengths.findLast((mark) => length >= mark)
  return passed === undefined ? '' : reviewsCopy.form.charactersLeft(reviewLimits.max - passed)
}
