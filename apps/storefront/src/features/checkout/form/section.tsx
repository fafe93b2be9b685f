import { type ReactNode, useId } from 'react'
import styles from './section.module.css'

/** One of the checkout's four sections, under its heading. */
export function Section({
  title,
  className = '',
  children,
}: {
  title: string
  className?: string | undefined
  children: ReactNode
}) {
  const titleId = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be read out before each of its fields
    <div role="group" aria-labelledby={titleId} className={`${styles.section} ${className}`}>
      <h2 id={titleId} tabIndex={-1} className={styles.title}>
        {title}
      </h2>
      <div className={styles.content}>{children}</div>
    </div>
  )
}
