import { Button } from '@marashi/ui/button'
import { Panel } from '@marashi/ui/panel'
import { useEffect, useRef } from 'react'
import { reviewsCopy } from '../../copy/reviews.ts'
import styles from './review-form.module.css'

/** Shows that the review awaits moderation, or is there already; takes the focus from the form's button, which is removed. */
export function ReviewThanks({ isShown, onAnother }: { isShown: boolean; onAnother: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus()
  }, [])
  return (
    <Panel className={styles.thanks}>
      <h2 ref={heading} tabIndex={-1} className={styles.title}>
        {reviewsCopy.form.doneTitle}
      </h2>
      <p role="status">{isShown ? reviewsCopy.form.shown : reviewsCopy.form.done}</p>
      <Button variant="outline" onClick={onAnother}>
        {reviewsCopy.form.another}
      </Button>
    </Panel>
  )
}
